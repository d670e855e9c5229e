/** A list entry during editing; `id` identifies it. */
export type ListItem = { id: string } & Record<string, string>;

export type ItemField = {
  name: string;
  label: string;
  /** A text of several lines. */
  long?: boolean;
  hint?: string;
  type?: "date" | "time" | "url";
};

/** Stored entries with ids. */
export function numbered(entries: readonly Record<string, string>[] = []): ListItem[] {
  return entries.map((entry, index) => ({ ...entry, id: String(index) }));
}
