import { removeAccents } from "./plain-text.ts";

/** "Açaí na tigela!" → "acai-na-tigela": spec point 4. */
export function slugify(title: string): string {
  return removeAccents(title.toLowerCase())
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");
}
