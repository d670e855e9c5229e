import { OpenAPIHono } from "@hono/zod-openapi";
import { defaultSiteName, siteName } from "#app/domain/company/rules.ts";
import { version } from "#app/platform/version.ts";
import type { Api, ApiDependencies } from "./api-types.ts";

const documentHeader = {
  openapi: "3.1.0",
  info: {
    title: defaultSiteName,
    version,
    description:
      "A loja para programas: catálogo, receitas, configurações, CEP e envio de pedidos, abertos a todos; e tudo o que o " +
      "administrador lê e muda. Programas entram com um token pessoal, criado em Conta. Valores em reais, instantes em " +
      "ISO 8601 (UTC). Erros são application/problem+json (RFC 9457), com `title` em português.\n\n" +
      "**Versões.** Campos, parâmetros e rotas novos podem aparecer a qualquer momento: ignore os que não conhece. O que " +
      "existe não muda de sentido nem desaparece sem uma nova versão maior, com outro endereço, e doze meses de aviso.\n\n" +
      "**Limites.** Um token envia 600 requisições por minuto. Sem token, um endereço envia um número limitado de pedidos " +
      "em dez minutos (20, se a loja não disser outro) e 60 consultas de CEP por minuto. Acima disso a resposta é 429, e " +
      "`Retry-After` diz em quantos segundos tentar de novo. `RateLimit` e `RateLimit-Policy` dizem em cada resposta o que " +
      "resta. Parâmetros desconhecidos e tokens inválidos são recusados em " +
      "todas as rotas, com 400 e 401.",
    contact: { name: "O administrador da loja" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
  tags: [
    { name: "Catálogo", description: "Categorias e produtos." },
    { name: "Receitas", description: "Receitas do site." },
    { name: "Configurações", description: "Dados da loja, entrega e textos do site." },
    { name: "Pedidos", description: "Envio de pedidos, e o que o administrador faz com eles." },
    { name: "Entrega", description: "Zonas, datas e turnos de entrega." },
    { name: "Clientes", description: "Quem compra, com os números dos seus pedidos." },
    {
      name: "Área do cliente",
      description: "O que um cliente vê e guarda, e os links e aparelhos com que entra.",
    },
    {
      name: "Pedidos que se repetem",
      description: "Repetições, as suas próximas datas, e o que conferir delas.",
    },
    { name: "A receber", description: "O que clientes devem e pagaram, além de um pedido." },
    { name: "Tabelas de preços", description: "Preços combinados com clientes, e os seus links." },
    { name: "Estoque", description: "Entradas, contagens, perdas e lotes." },
    { name: "Vendas", description: "O que foi vendido, por período." },
    {
      name: "Dia",
      description: "Separação, embalagem, rota e fechamento de um dia, e os links de ajudantes.",
    },
    {
      name: "Link do pedido",
      description: "O pedido como o cliente o vê, para quem tem o link.",
    },
    { name: "Logs", description: "Quem mudou o quê, e quando." },
    { name: "Imagens", description: "Envio de imagens para produtos, receitas e configurações." },
    { name: "Ao vivo", description: "Avisos de mudanças, enquanto acontecem." },
    {
      name: "Webhooks",
      description: "Endereços de outros sistemas que recebem eventos; configurados em Conta.",
    },
    { name: "Avisos", description: "Aparelhos do administrador que recebem avisos de pedidos." },
    { name: "Pix", description: "O aviso do banco de que um Pix chegou." },
    { name: "CEP", description: "Endereços de códigos postais brasileiros." },
    { name: "Saúde", description: "Para balanceadores de carga e supervisores." },
    { name: "Membros", description: "Quem mais entra no painel, e o que pode fazer." },
    { name: "Acesso", description: "Entrada do administrador, conta e tokens pessoais." },
  ],
};

export type ApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

export const httpMethods = ["get", "post", "put", "patch", "delete"] as const;

/** GET /openapi.json: the description of all routes of `api`. */
export function addOpenApiRoute(api: Api, deps: ApiDependencies): void {
  const readText = cacheByShopName(deps, (name) => JSON.stringify(describeApi(api, name)));
  api.get("/openapi.json", async (c) =>
    c.body(await readText(), 200, { "Content-Type": "application/json" }),
  );
}

/** Caches the text that `render` returns for the shop's name, and renders it again after the name changed. */
export function cacheByShopName(
  { shop }: Pick<ApiDependencies, "shop">,
  render: (name: string) => string,
): () => Promise<string> {
  let cached: { name: string; text: string } | undefined;
  return async () => {
    const name = siteName(await shop.delivery.readPublicSettings());
    if (cached?.name !== name) cached = { name, text: render(name) };
    return cached.text;
  };
}

/** The OpenAPI document. Every operation has a name and its `security`, which is empty when public. */
export function describeApi(api: Api, title = defaultSiteName): ApiDocument {
  const document = new OpenAPIHono()
    .route("/api", api)
    .getOpenAPI31Document({ ...documentHeader, info: { ...documentHeader.info, title } });
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of httpMethods) {
      const operation = operations[method];
      if (!operation) continue;
      operation.operationId ??= formatOperationId(method, path);
      operation.security ??= [];
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        response.headers = describeHeaders(status, response.headers);
      }
    }
  }
  return document;
}

const requestIdHeader = {
  description: "O nome da requisição no registro da loja.",
  schema: { type: "string", format: "uuid" },
};
const retryAfterHeader = {
  description: "Segundos até a próxima tentativa.",
  schema: { type: "integer", minimum: 0 },
};

/** Sent where a limit counted the request: of a token on all routes, of an address on some. */
const rateLimitHeaders = {
  "RateLimit-Policy": {
    description:
      'Cada limite que contou a requisição: `"order";q=20;w=600` são 20 em 600 segundos.',
    schema: { type: "string" },
    example: '"order";q=20;w=600',
  },
  RateLimit: {
    description: 'O que resta de cada um: `"order";r=19;t=600` são 19 nos próximos 600 segundos.',
    schema: { type: "string" },
    example: '"order";r=19;t=600',
  },
};

/** The response headers that do not depend on the operation. */
function describeHeaders(status: string, own: object = {}) {
  const isRetryable = status === "429" || status === "503";
  return {
    ...own,
    "X-Request-Id": requestIdHeader,
    ...rateLimitHeaders,
    ...(isRetryable && { "Retry-After": retryAfterHeader }),
  };
}

/** "patch", "/api/products/{id}" → "patchProductsById" */
function formatOperationId(method: string, path: string): string {
  const parts = path
    .replace("/api/", "")
    .replace(/\{(\w+)\}/g, "by-$1")
    .split(/\W+/);
  return method + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}
