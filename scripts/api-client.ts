import { writeFile } from "node:fs/promises";
import { apiDocument } from "./api-document.ts";

/**
 * `npm run api:client [-- FILE]`: writes a typed client of the API, one file without dependencies, from the API's document.
 * openapi-typescript 7 needs the JavaScript API of TypeScript 5, which TypeScript 7 does not have.
 */

type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
};
type Content = Record<string, { schema?: Schema }>;
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema?: Schema;
};
type Operation = {
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const plainTypes: Record<string, string> = {
  integer: "number",
  null: "null",
  object: "Record<string, unknown>",
};

/** A JSON schema as a TypeScript type. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const parts = [schema.anyOf, schema.oneOf].flatMap((list) =>
    list ? [union(list.map(typeOf))] : [],
  );
  parts.push(...(schema.allOf ?? []).map(typeOf));
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
  if (types.length > 0) parts.push(union(types.map((type) => typeNamed(type, schema))));
  if (parts.length <= 1) return parts[0] ?? "unknown";
  return parts.map((part) => `(${part})`).join(" & ");
}

function union(types: string[]): string {
  return [...new Set(types)].join(" | ");
}

function typeNamed(
  type: string,
  { items, properties, required = [], additionalProperties }: Schema,
): string {
  if (type === "array") return `Array<${typeOf(items)}>`;
  if (type !== "object" || (!properties && typeof additionalProperties !== "object")) {
    return plainTypes[type] ?? type;
  }
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(field)};`,
  );
  const others = typeof additionalProperties === "object" && !properties;
  if (others) fields.push(`[key: string]: ${typeOf(additionalProperties)};`);
  return `{ ${fields.join(" ")} }`;
}

/** `{ "path": …, "query"?: …, "body": …, "response": … }` of an operation. */
function describeOperation({ parameters = [], requestBody, responses }: Operation): string {
  const places = { path: "path", query: "query", header: "headers" } as const;
  const fields = Object.entries(places).flatMap(([place, name]) => {
    const own = parameters.filter((one) => one.in === place);
    if (own.length === 0) return [];
    const required = own.filter((one) => one.required).map((one) => one.name);
    const properties = Object.fromEntries(own.map((one) => [one.name, one.schema ?? {}]));
    const optional = required.length === 0 ? "?" : "";
    return [`${name}${optional}: ${typeNamed("object", { properties, required })};`];
  });
  const body = requestBody?.content["application/json"];
  if (body) fields.push(`body: ${typeOf(body.schema)};`);
  else if (requestBody) fields.push("body: FormData;");
  const success = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const results = success.map(([, { content }]) => {
    if (!content) return "undefined";
    return content["application/json"] ? typeOf(content["application/json"].schema) : "string";
  });
  return `{ ${fields.join(" ")} response: ${union(results)} }`;
}

const { paths, components } = apiDocument as Document;
const schemas = Object.entries(components.schemas).map(
  ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
);
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      `  /** ${operation.summary} */\n  "${method.toUpperCase()} ${path}": ${describeOperation(operation)};`,
  ),
);

const client = `
type Input<O> = Omit<O, "response">;
type Arguments<O> = Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];
type Sent = { path?: object; query?: object; headers?: object; body?: unknown };

/** An answer other than 2xx. */
export class ShopError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.title ?? \`the shop answered \${status}\`);
    this.status = status;
    this.problem = problem;
  }
}

/**
 *     const call = createShopClient("https://loja.example", token);
 *     const { items } = await call("GET /api/orders", { query: { after: "start" } });
 */
export function createShopClient(shopUrl: string, token?: string) {
  return async function call<N extends keyof Operations>(
    name: N,
    ...[input]: Arguments<Operations[N]>
  ): Promise<Operations[N]["response"]> {
    const { path = {}, query = {}, headers, body } = (input ?? {}) as Sent;
    const [method = "", template = ""] = name.split(" ");
    const values = new Map<string, unknown>(Object.entries(path));
    const filled = template.replace(/\\{(\\w+)\\}/g, (_, key) => encodeURIComponent(String(values.get(key))));
    const url = new URL(filled, shopUrl);
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(url, {
      method,
      headers: {
        ...(token && { Authorization: \`Bearer \${token}\` }),
        ...(isJson && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    });
    const text = await response.text();
    const parsed = /json/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : text;
    if (!response.ok) throw new ShopError(response.status, typeof parsed === "object" ? parsed : undefined);
    return (text === "" ? undefined : parsed) as Operations[N]["response"];
  };
}
`;

const file = process.argv[2] ?? "shop-client.ts";
await writeFile(
  file,
  `/** A client of the shop's API, generated by \`npm run api:client\`: copy it, and generate it again after an upgrade. */
${schemas.join("\n")}

export type Operations = {
${operations.join("\n")}
};
${client}`,
);
process.stdout.write(`${file}: ${operations.length} operations\n`);
