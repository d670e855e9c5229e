import type { Problem } from "./api-request.ts";

/** Says what happened and what one can do, for a place that has no heading for a rejected request. */
export function explainProblem({ title, detail, errors }: Problem): string {
  const message = errors?.[0]?.message;
  if (message) return message;
  return detail ? `${title}. ${detail}` : title;
}
