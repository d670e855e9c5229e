import { expect, test } from "vitest";
import { serializeError } from "./serialize-error.ts";

function failedQuery() {
  const cause = Object.assign(new Error('violates check constraint "pedidos_check"'), {
    code: "23514",
    constraint: "pedidos_check",
    detail: "Failing row contains (Maria, Rua 1).",
  });
  const message = "Failed query: insert\nparams: Maria,Rua 1\n    at Casa 2";
  return Object.assign(new Error(message, { cause }), { params: ["Maria"], query: "insert" });
}

test("a failed query is logged with its cause and code, without customers' input", () => {
  const serialized = serializeError(failedQuery());
  expect(serialized.message).toBe(
    'Failed query: insert: violates check constraint "pedidos_check"',
  );
  expect(serialized).toMatchObject({ type: "Error", code: "23514", constraint: "pedidos_check" });
  expect(serialized.stack).toContain("serialize-error.test.ts");
  expect(serialized.stack).toContain("caused by: Error: violates");
  expect(JSON.stringify(serialized)).not.toMatch(/Maria|Rua|Casa/);
});

test("invalid input of the database or JSON is not quoted", () => {
  const message = 'invalid input syntax for type uuid: "Maria"';
  expect(serializeError(Object.assign(new Error(message), { code: "22P02" })).message).toBe(
    'invalid input syntax for type uuid: "…"',
  );
  const broken = (() => {
    try {
      return JSON.parse('{"name": Maria "x"}');
    } catch (error) {
      return error;
    }
  })();
  expect(JSON.stringify(serializeError(broken))).not.toContain("Maria");
});

test("addresses are removed, and a value that is not an error is logged by its type", () => {
  expect(serializeError(new Error("550 <ana@example.com> unknown")).message).toBe(
    "550 <…> unknown",
  );
  expect(serializeError("Maria")).toMatchObject({ type: "string", message: "" });
});
