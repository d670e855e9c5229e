import { expect, test } from "vitest";
import { type ApiDocument, lintApi } from "#tests/support/lint-api.ts";

/** A valid document. */
function createDocument(): ApiDocument {
  const products = { $ref: "#/components/schemas/Product" };
  const failed = { description: "Falha." };
  return {
    openapi: "3.1.0",
    info: { title: "Loja", version: "1" },
    paths: {
      "/products/{id}": {
        get: {
          operationId: "getProduct",
          summary: "Mostra",
          description: "Um produto.",
          tags: ["Loja"],
          security: [{ token: [] }],
          parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
          responses: {
            200: {
              description: "Ei-lo.",
              content: { "application/json": { schema: products, example: { name: "Caju" } } },
            },
            401: failed,
            500: failed,
          },
        },
      },
    },
    components: {
      schemas: {
        Product: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  } as unknown as ApiDocument;
}

type Get = NonNullable<ApiDocument["paths"][string]["get"]>;

async function lintModified(modify: (get: Get, document: ApiDocument) => void): Promise<string[]> {
  const document = createDocument();
  const get = document.paths["/products/{id}"]?.get;
  if (get) modify(get, document);
  return lintApi(document);
}

test("a valid document passes", async () => {
  expect(await lintModified(() => undefined)).toEqual([]);
});

test.each<[string, (get: Get, document: ApiDocument) => void]>([
  ["no operationId", (get) => delete get.operationId],
  ["no summary", (get) => delete get.summary],
  ["no description", (get) => delete get.description],
  ["no tag", (get) => delete get.tags],
  ["does not declare its security", (get) => delete get.security],
  ["an unknown security scheme", (get) => get.security?.push({ magic: [] })],
  ["parameters that are not those of its path", (get) => delete get.parameters],
  ["no failure", (get) => delete get.responses[500]],
  ["guarded, but never answers 401", (get) => delete get.responses[401]],
  ["no example of application/json", (get) => delete contentOf(get).example],
  ["must have required property 'name'", (get) => Object.assign(contentOf(get), { example: {} })],
  [
    "unused schema Spare",
    (_, document) => Object.assign(document.components.schemas, { Spare: {} }),
  ],
  ["not OpenAPI", (get) => Object.assign(get, { responses: [] })],
])("'%s' is reported", async (complaint, modify) => {
  const complaints = await lintModified(modify);
  expect(complaints.join("\n")).toContain(complaint);
});

function contentOf(get: Get): { example?: unknown } {
  return get.responses[200]?.content?.["application/json"] ?? {};
}
