import fc from "fast-check";
import type { ApiDocument } from "./lint-api.ts";

/** The part of JSON Schema that the document uses for requests. */
export type RequestSchema = {
  $ref?: string;
  anyOf?: RequestSchema[];
  oneOf?: RequestSchema[];
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, RequestSchema>;
  required?: string[];
  additionalProperties?: boolean | RequestSchema;
  items?: RequestSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
};

/** Answers, for a value, the values that differ from it in one place and that the schema documents there. */
export type Neighbours = (schema: RequestSchema, value: unknown) => unknown[];

/**
 * The neighbours of a value within what a schema of the document allows: at each place every enumerated value, both ends of each
 * range, lists that are empty, doubled and full, each optional field left out and filled in. A missing value is an example or the
 * least that the schema requires. The rules that the schema does not state, such as a check digit, are not known.
 */
export function documentedNeighbours(document: Pick<ApiDocument, "components">): Neighbours {
  function resolve(schema: RequestSchema): RequestSchema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace("#/components/schemas/", "");
    return resolve(document.components.schemas[name] as RequestSchema);
  }

  type OfType = (schema: RequestSchema, value: unknown) => unknown[];
  const byType: Record<string, OfType> = {
    object: (schema, value) => ofObject(schema, isObject(value) ? value : leastObject(schema)),
    array: (schema, value) => ofList(schema, Array.isArray(value) ? value : []),
    boolean: () => [true, false],
    null: () => [null],
    string: texts,
    integer: (schema) => numbers(schema, true),
    number: (schema) => numbers(schema, false),
  };

  function of(given: RequestSchema, value: unknown): unknown[] {
    const schema = resolve(given);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) return branches.flatMap((branch) => of(branch, value));
    if (schema.enum) return schema.enum;
    return typesOf(schema).flatMap((type) => byType[type]?.(schema, value) ?? []);
  }

  function ofObject(schema: RequestSchema, base: Record<string, unknown>): unknown[] {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields = Object.entries(properties).flatMap(([name, property]) => {
      const without = Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
      return [
        ...of(property, base[name]).map((inner) => ({ ...base, [name]: inner })),
        ...(name in base && !required.includes(name) ? [without] : []),
      ];
    });
    if (!isObject(additionalProperties)) return [base, ...fields];
    const [key = "nome"] = Object.keys(base);
    const entries = of(additionalProperties, base[key]).map((inner) => ({ ...base, [key]: inner }));
    return [base, ...fields, ...entries];
  }

  function ofList({ items = {}, minItems = 0, maxItems }: RequestSchema, base: unknown[]) {
    const [first = least(items), ...rest] = base;
    const lists = [
      [],
      [first, first],
      ...(maxItems === undefined ? [] : [Array.from({ length: maxItems }, () => first)]),
      ...of(items, first).map((inner) => [inner, ...rest]),
    ];
    return lists.filter(({ length }) => length >= minItems && length <= (maxItems ?? length));
  }

  /** One value of the schema: its default, an example or the first that it allows. */
  function least(given: RequestSchema): unknown {
    const schema = resolve(given);
    if (schema.default !== undefined) return schema.default;
    if (schema.examples?.length) return schema.examples[0];
    if (typesOf(schema)[0] === "object") return leastObject(schema);
    return of(schema, undefined)[0];
  }

  function leastObject({ properties = {}, required = [] }: RequestSchema): Record<string, unknown> {
    return Object.fromEntries(required.map((name) => [name, least(properties[name] ?? {})]));
  }

  return of;
}

function typesOf({ type, properties }: RequestSchema): string[] {
  if (Array.isArray(type)) return type;
  return type === undefined ? (properties ? ["object"] : []) : [type];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const formatted: Record<string, string[]> = {
  uuid: ["7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55", "3F2504E0-4F89-41D3-9A0C-0305E82C3301"],
  date: ["2026-11-26", "0001-01-01", "9999-12-31", "2028-02-29"],
  "date-time": ["2026-11-21T12:00:00.000Z", "9999-12-31T23:59:59Z"],
  email: ["joana@example.com", "a+b@ção.example"],
};

/** Texts whose characters a database, an address or a mail may refuse. */
const unusualTexts = ["açaí 🍓", "\u0000", "\ud800", "\u202e", "\r\n", "%", "'\"<&\\", "0", " "];

function texts({ format, pattern, examples = [], minLength = 0, maxLength }: RequestSchema) {
  const values = [
    ...examples,
    ...(pattern === undefined
      ? ["a".repeat(minLength), "ç".repeat(Math.min(maxLength ?? 300, 20_000)), ...unusualTexts]
      : fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 4, seed: 1 })),
  ];
  if (format !== undefined && formatted[format]) return formatted[format];
  return values.filter(
    (text) =>
      typeof text !== "string" ||
      (text.length >= minLength && text.length <= (maxLength ?? text.length)),
  );
}

function numbers(
  { minimum, maximum, exclusiveMinimum, examples = [] }: RequestSchema,
  isWhole: boolean,
) {
  const low = minimum ?? exclusiveMinimum ?? Number.MIN_SAFE_INTEGER;
  const high = maximum ?? Number.MAX_SAFE_INTEGER;
  const smallest = isWhole ? 1 : 0.01;
  const values = [low, high, low + smallest, high - smallest, 0, 1, smallest, -smallest];
  const decimals = isWhole ? [] : [1e-7, 0.1 + 0.2, 1.005, 1e21];
  return [...new Set([...examples, ...values, ...decimals])].filter(
    (value) =>
      typeof value !== "number" || (value >= low && value <= high && value !== exclusiveMinimum),
  );
}
