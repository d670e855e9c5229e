import { OpenAPIHono } from "@hono/zod-openapi";
import type { Api } from "./api-types.ts";

const documentHeader = {
  openapi: "3.1.0",
  info: {
    title: "Pomar",
    version: "1.0.0",
    description:
      "A loja para programas: catálogo, receitas, configurações, CEP e envio de pedidos, abertos a todos; e tudo o que o " +
      "administrador lê e muda. Programas entram com um token pessoal, criado em Conta. Valores em reais, instantes em " +
      "ISO 8601 (UTC). Erros são application/problem+json (RFC 9457), com `title` em português.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
};

export type ApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

export const httpMethods = ["get", "post", "put", "patch", "delete"] as const;

/** GET /openapi.json: the description of all routes of `api`. */
export function addOpenApiRoute(api: Api): void {
  let text: string | undefined;
  api.get("/openapi.json", (c) => {
    text ??= JSON.stringify(describeApi(api));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}

/** The OpenAPI document. Every operation has a name and its `security`, which is empty when public. */
export function describeApi(api: Api): ApiDocument {
  const document = new OpenAPIHono().route("/api", api).getOpenAPI31Document(documentHeader);
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of httpMethods) {
      const operation = operations[method];
      if (!operation) continue;
      operation.operationId ??= formatOperationId(method, path);
      operation.security ??= [];
    }
  }
  return document;
}

/** "patch", "/api/products/{id}" → "patchProductsById" */
function formatOperationId(method: string, path: string): string {
  const parts = path
    .replace("/api/", "")
    .replace(/\{(\w+)\}/g, "by-$1")
    .split(/\W+/);
  return method + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}
