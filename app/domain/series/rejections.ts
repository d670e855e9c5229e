import type { EditRejection, FieldError } from "#app/domain/kernel/editing/schema.ts";

export type SeriesRejection = Extract<EditRejection<never>, { reason: "not-found" | "invalid" }>;
export type SeriesResult =
  | { ok: true; id: string }
  | SeriesRejection
  /** The series was changed since `version` was read. */
  | { ok: false; reason: "stale" }
  /** The date was ordered already. */
  | { ok: false; reason: "done"; numero_pedido: number | null };

export type SeriesFailure = Exclude<SeriesResult, { ok: true }>;

export const notFound: SeriesRejection = { ok: false, reason: "not-found" };

export function reject(field: string, message: string): SeriesRejection {
  const errors: FieldError[] = [{ field, message }];
  return { ok: false, reason: "invalid", errors };
}
