import { expect, test } from "vitest";
import { tellError } from "./tell-error.ts";

function failedQuery() {
  const cause = Object.assign(new Error('violates check constraint "pedidos_check"'), {
    code: "23514",
    constraint: "pedidos_check",
    detail: "Failing row contains (Maria, Rua 1).",
  });
  const message = "Failed query: insert\nparams: Maria,Rua 1\n    at Casa 2";
  return Object.assign(new Error(message, { cause }), { params: ["Maria"], query: "insert" });
}

test("a failed query is told with its cause and code, without what customers wrote", () => {
  const told = tellError(failedQuery());
  expect(told.message).toBe('Failed query: insert: violates check constraint "pedidos_check"');
  expect(told).toMatchObject({ type: "Error", code: "23514", constraint: "pedidos_check" });
  expect(told.stack).toContain("tell-error.test.ts");
  expect(told.stack).toContain("caused by: Error: violates");
  expect(JSON.stringify(told)).not.toMatch(/Maria|Rua|Casa/);
});

test("what the database or JSON cannot read is not quoted", () => {
  const message = 'invalid input syntax for type uuid: "Maria"';
  expect(tellError(Object.assign(new Error(message), { code: "22P02" })).message).toBe(
    'invalid input syntax for type uuid: "…"',
  );
  const broken = (() => {
    try {
      return JSON.parse('{"name": Maria "x"}');
    } catch (error) {
      return error;
    }
  })();
  expect(JSON.stringify(tellError(broken))).not.toContain("Maria");
});

test("addresses are left out, and what is no error is told by its kind", () => {
  expect(tellError(new Error("550 <ana@example.com> unknown")).message).toBe("550 <…> unknown");
  expect(tellError("Maria")).toMatchObject({ type: "string", message: "" });
});
