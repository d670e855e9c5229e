import type { Piece } from "../subjects/drawing.ts";

type Place = { x: number; y: number; size: number; rotate?: number };
import type { Sheet } from "../sheet.ts";
/** "subject:piece" placed on the sheet. */
export function piece(sheet: Sheet, name: string, place: Place): string {
  const [subject = "", kind = "cut"] = name.split(":");
  if (!subject) return "";
  return sheet.sprite(subject, { ...place, piece: kind as Piece });
}
