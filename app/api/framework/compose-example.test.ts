import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { composeExample } from "./compose-example.ts";

test("an object is composed of the examples of its fields", () => {
  const line = z.object({
    text: z.string().meta({ examples: ["2 kg"] }),
    kind: z.enum(["a", "b"]),
  });
  const schema = z.object({ code: z.string().meta({ examples: ["X-1"] }), lines: z.array(line) });
  expect(composeExample(schema)).toEqual({ code: "X-1", lines: [{ text: "2 kg", kind: "a" }] });
});

test("the example of an object is shown as it is", () => {
  const schema = z.object({ code: z.string() }).meta({ examples: [{ code: "X-2" }] });
  expect(composeExample(z.object({ inner: schema }))).toEqual({ inner: { code: "X-2" } });
});

test("only optional and nullable fields with an example have a value", () => {
  const schema = z.object({
    without: z.string().optional(),
    empty: z.string().nullable(),
    code: z
      .string()
      .optional()
      .meta({ examples: ["X-3"] }),
    inner: z.object({ code: z.string().meta({ examples: ["X-4"] }) }).nullable(),
  });
  expect(composeExample(schema)).toEqual({ empty: null, code: "X-3", inner: { code: "X-4" } });
});

test("a field without an example shows the value of its name, if the schema accepts it", () => {
  const schema = z.object({
    street: z.string(),
    city: z.int(),
    zipCode: z.string().regex(/^\d+$/),
  });
  expect(composeExample(schema)).toEqual({
    street: "Avenida Paulista",
    city: 0,
    zipCode: "01310100",
  });
});

test("what the server transforms is shown as it is sent", () => {
  const schema = z.object({
    tags: z.array(z.string().transform((text) => text.length)).meta({ examples: [["um", "dois"]] }),
  });
  expect(composeExample(schema)).toEqual({ tags: ["um", "dois"] });
});
