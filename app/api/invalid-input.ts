import type { z } from "@hono/zod-openapi";
import { problem } from "./problem.ts";

type Issue = z.core.$ZodIssue;
type FieldError = { field: string; message: string };

const mostErrors = 100;
const longestField = 200;

/** The 400 of a request that its schema refused: the first complaint about each field, in the schema's order. */
export function invalidInput(error: z.core.$ZodError, target: string) {
  const byField = new Map<string, FieldError>();
  for (const complaint of error.issues.flatMap(toFieldErrors)) {
    if (byField.size >= mostErrors) break;
    if (!byField.has(complaint.field)) byField.set(complaint.field, complaint);
  }
  const errors = [...byField.values()];
  if (target === "header") {
    return problem(400, {
      kind: "invalid-header",
      title: "Cabeçalho inválido",
      detail: errors[0]?.message,
      errors,
    });
  }
  return problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    detail: "Confira os campos indicados e envie de novo.",
    errors,
  });
}

function toFieldErrors(issue: Issue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: fieldName([...issue.path, key]),
      message: "Campo desconhecido.",
    }));
  }
  return [{ field: fieldName(issue.path), message: issue.message }];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.map(String).join(".").slice(0, longestField);
}
