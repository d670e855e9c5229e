import { expect } from "vitest";
import { problemSchema } from "#app/api/framework/problem.ts";

/** The problem of an error response, validated against its published schema. */
export async function readProblem(response: Response) {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const problem = problemSchema.strict().parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:|Error:|select /);
  return problem;
}
