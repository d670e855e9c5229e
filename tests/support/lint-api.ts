import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Content = Record<string, { schema?: object; example?: unknown }>;
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; schema?: object }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

/** Problems of an OpenAPI document: violations of the standard's schema, and missing names, errors or valid examples. */
export async function lintApi(document: ApiDocument): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  if (!valid) return [`not OpenAPI: ${JSON.stringify(errors)}`];
  const named = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const holds = exampleCheck(document);
  return [
    ...repeated(named.map(({ operation }) => operation.operationId ?? "")),
    ...named.flatMap(({ method, path, operation }) =>
      [
        ...lintOperation(path, operation, document),
        ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
          holds(content).map((complaint) => `${status}: ${complaint}`),
        ),
        ...holds(operation.requestBody?.content ?? {}).map((complaint) => `request: ${complaint}`),
      ].map((complaint) => `${method.toUpperCase()} ${path}: ${complaint}`),
    ),
    ...unusedSchemas(document),
  ];
}

function repeated(names: string[]): string[] {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return twice.map((name) => `duplicate operationId '${name}'`);
}

function lintOperation(path: string, operation: Operation, { components }: ApiDocument): string[] {
  const {
    operationId,
    summary,
    description,
    tags = [],
    security,
    parameters = [],
    responses,
  } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const described = parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const schemes = (security ?? []).flatMap((one) => Object.keys(one));
  const statuses = Object.keys(responses);
  const complaints: [boolean, string][] = [
    [!operationId, "no operationId"],
    [!summary, "no summary"],
    [!description, "no description"],
    [tags.length === 0, "no tag"],
    [!security, "does not declare its security"],
    [schemes.some((name) => !(name in components.securitySchemes)), "an unknown security scheme"],
    [String(inPath) !== String(described), "parameters that are not those of its path"],
    [!statuses.some((status) => status.startsWith("2")), "no success"],
    [!statuses.includes("500"), "no failure"],
    [schemes.length > 0 && !statuses.includes("401"), "guarded, but never answers 401"],
  ];
  return complaints.flatMap(([isWrong, complaint]) => (isWrong ? [complaint] : []));
}

/** Compiles schemas that refer to the document's components, each text once: most errors have the same schema. */
function schemaCompiler(document: ApiDocument): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "api", ...document });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const local = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
    const accepts = compiled.get(local) ?? ajv.compile(JSON.parse(local));
    compiled.set(local, accepts);
    return accepts;
  };
}

/** Checks that every JSON body has an example that its schema accepts. */
function exampleCheck(document: ApiDocument) {
  const compile = schemaCompiler(document);
  return (content: Content): string[] =>
    Object.entries(content).flatMap(([type, { schema, example }]) => {
      if (!type.endsWith("json")) return [];
      if (!schema || example === undefined) return [`no example of ${type}`];
      const accepts = compile(schema);
      return accepts(example) ? [] : [`an example that ${describeErrors(accepts)}`];
    });
}

function describeErrors({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(", ");
}

/** Describes how a response violates the document (status, content type or body), otherwise undefined. */
export function createResponseCheck(document: ApiDocument) {
  const compile = schemaCompiler(document);
  function checkJson(schema: object, text: string): string | undefined {
    const accepts = compile(schema);
    return accepts(JSON.parse(text)) ? undefined : describeErrors(accepts);
  }
  return (method: string, path: string, response: Response, text: string): string | undefined => {
    const described = document.paths[path]?.[method.toLowerCase()]?.responses[response.status];
    if (!described) return `an undocumented ${response.status}: ${text.slice(0, 300)}`;
    if (!described.content) return text === "" ? undefined : "a body where there is none";
    const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";", 1);
    const { schema } = described.content[type] ?? {};
    if (!schema) return `an undocumented ${type}`;
    return type.endsWith("json") ? checkJson(schema, text) : undefined;
  };
}

function unusedSchemas({ paths, webhooks, components }: ApiDocument): string[] {
  const text = JSON.stringify([paths, webhooks, components]);
  return Object.keys(components.schemas)
    .filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    .map((name) => `unused schema ${name}`);
}
