import { expect, test } from "vitest";
import { type ApiDocument, lintApi } from "#tests/support/lint-api.ts";

/** A document that nothing is wrong with. */
function document(): ApiDocument {
  const goods = { $ref: "#/components/schemas/Goods" };
  const failed = { description: "Falha." };
  return {
    openapi: "3.1.0",
    info: { title: "Loja", version: "1" },
    paths: {
      "/goods/{id}": {
        get: {
          operationId: "getGoods",
          summary: "Mostra",
          tags: ["Loja"],
          security: [{ token: [] }],
          parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
          responses: {
            200: {
              description: "Ei-lo.",
              content: { "application/json": { schema: goods, example: { name: "Caju" } } },
            },
            401: failed,
            500: failed,
          },
        },
      },
    },
    components: {
      schemas: {
        Goods: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  } as unknown as ApiDocument;
}

type Get = NonNullable<ApiDocument["paths"][string]["get"]>;

async function complaintsAbout(spoil: (get: Get, whole: ApiDocument) => void): Promise<string[]> {
  const whole = document();
  const get = whole.paths["/goods/{id}"]?.get;
  if (get) spoil(get, whole);
  return lintApi(whole);
}

test("a whole document passes", async () => {
  expect(await complaintsAbout(() => undefined)).toEqual([]);
});

test.each<[string, (get: Get, whole: ApiDocument) => void]>([
  ["no operationId", (get) => delete get.operationId],
  ["no summary", (get) => delete get.summary],
  ["no tag", (get) => delete get.tags],
  ["does not say who may call it", (get) => delete get.security],
  ["an unknown security scheme", (get) => get.security?.push({ magic: [] })],
  ["parameters that are not those of its path", (get) => delete get.parameters],
  ["no failure", (get) => delete get.responses[500]],
  ["guarded, but never answers 401", (get) => delete get.responses[401]],
  ["no example of application/json", (get) => delete contentOf(get).example],
  ["must have required property 'name'", (get) => Object.assign(contentOf(get), { example: {} })],
  [
    "nothing refers to the schema Spare",
    (_, whole) => Object.assign(whole.components.schemas, { Spare: {} }),
  ],
  ["not OpenAPI", (get) => Object.assign(get, { responses: [] })],
])("'%s' is told", async (complaint, spoil) => {
  const complaints = await complaintsAbout(spoil);
  expect(complaints.join("\n")).toContain(complaint);
});

function contentOf(get: Get): { example?: unknown } {
  return get.responses[200]?.content?.["application/json"] ?? {};
}
