/** How a save ended: the row as it is stored now, or why nothing was stored. */
export type Saved<Row> = { ok: true; row: Row } | SaveRefusal<Row>;

export type SaveRefusal<Row> =
  | { ok: false; reason: "not-found" }
  /** Somebody saved in between: the row as they left it. */
  | { ok: false; reason: "stale"; current: Row }
  | { ok: false; reason: "slug-taken" };
