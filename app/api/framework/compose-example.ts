import { z } from "@hono/zod-openapi";
import { exampleTexts, exampleValues } from "./example-values.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Part = JsonSchema | boolean | undefined;
type Components = Record<string, JsonSchema>;

/** `isExample`: it, or a part of it, was given as an example, and is not merely a value that the schema allows. */
type Composed = { value: unknown; isExample: boolean };

const composedExamples = new WeakMap<z.ZodType, unknown>();

/**
 * One realistic value of a schema, as it is sent: the first of its `.meta({ examples })`, or else composed of its fields. An
 * optional field appears, and a nullable one is not null, if it or a part of it has an example.
 */
export function composeExample<S extends z.ZodType>(schema: S): z.input<S> {
  if (!composedExamples.has(schema)) {
    const json = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: addExamples,
    });
    composedExamples.set(schema, compose(json, json.$defs ?? {}).value);
  }
  return composedExamples.get(schema) as z.input<S>;
}

/** Examples show what is sent, also where the server transforms it: zod leaves these out. */
const addExamples: z.core.ToJSONSchemaParams["override"] = ({ zodSchema, jsonSchema }) => {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples as unknown[];
};

/** `name` is that of the field which has the schema, or whose items have it. */
function compose(part: Part, components: Components, name = ""): Composed {
  const schema = resolve(part, components);
  if (schema.examples) return toExample(schema.examples[0]);
  const value = exampleValues[name];
  const options = listOptions(schema);
  if (options.length > 0) {
    const composed = options.map((option) => compose(option, components, name));
    const example = composed.find(({ isExample }) => isExample && value !== null);
    return example ?? composed.find((one) => one.value === null) ?? (composed[0] as Composed);
  }
  if (value !== undefined && isAccepted(value, schema)) return toExample(value);
  if (schema.type === "object") return composeObject(schema, components);
  if (schema.type === "array") {
    const item = compose(schema.items as Part, components, name);
    return { ...item, value: Array(schema.minItems || 1).fill(item.value) };
  }
  return { value: findValue(schema), isExample: false };
}

function toExample(value: unknown): Composed {
  return { value, isExample: true };
}

/** The schema without a reference to a component, whose own metadata win. */
function resolve(part: Part, components: Components): JsonSchema {
  if (typeof part !== "object") return {};
  const { $ref, ...own } = part;
  if ($ref === undefined) return own;
  return { ...resolve(components[$ref.replace("#/$defs/", "")], components), ...own };
}

/** The schemas of which a value has one; none for a schema without a choice. */
function listOptions({ anyOf, oneOf, type, ...rest }: JsonSchema): Part[] {
  if (Array.isArray(type)) return type.map((one) => ({ ...rest, type: one }) as JsonSchema);
  return anyOf ?? oneOf ?? [];
}

function composeObject({ properties = {}, required }: JsonSchema, components: Components) {
  const fields = Object.entries(properties).map(
    ([name, part]) => [name, compose(part, components, name)] as const,
  );
  const entries = fields
    .filter(([name, { isExample }]) => isExample || required?.includes(name))
    .map(([name, { value }]) => [name, value]);
  const isExample = fields.some(([, field]) => field.isExample);
  return { value: Object.fromEntries(entries), isExample };
}

/** A value that the schema of a single value allows. */
function findValue(schema: JsonSchema): unknown {
  const values = [schema.const, ...(schema.enum ?? []), ...exampleTexts, 0, 1, false];
  return values.find((value) => value !== undefined && isAccepted(value, schema)) ?? null;
}

function isAccepted(value: unknown, schema: JsonSchema): boolean {
  const { type, minimum = 0 } = schema;
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum && !schema.enum.includes(value as string)) return false;
  if (typeof value === "string") return type === "string" && isTextAccepted(value, schema);
  if (typeof value !== "number") return type === typeof value;
  return (type === "number" || (type === "integer" && Number.isInteger(value))) && value >= minimum;
}

function isTextAccepted(text: string, { pattern, allOf = [], maxLength }: JsonSchema): boolean {
  const patterns = [pattern, ...allOf.map((part) => (part as JsonSchema).pattern)];
  return (
    text.length <= (maxLength ?? text.length) &&
    patterns.every((one) => one === undefined || new RegExp(one).test(text))
  );
}
