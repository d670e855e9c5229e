import { z } from "@hono/zod-openapi";
import { pixTestSchema } from "#app/domain/outgoing/pix/schema.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { problem, problemResponses } from "./framework/problem.ts";
import { createRateLimit, requireAdmission } from "./framework/rate-limit.ts";
import { jsonResponse, readBodyText } from "./framework/request-body.ts";
import { adminRoutes, publicRoutes } from "./framework/routes.ts";

const maxCallbackBytes = 64 * 1024;
const maxCallbacksPerMinute = 300;
const maxPix = 200;

const callback = {
  type: "object",
  properties: {
    pix: {
      type: "array",
      items: { type: "object", properties: { txid: { type: "string" } } },
    },
  },
} as const;

const example = { pix: [{ txid: "7b1f1f6e4c0a4d0e9f0b2f6a1c9d3e550" }] };

const description =
  "O banco chama este endereço quando um Pix chega, como o diz a API Pix. Nada do que ele envia é gravado: a loja pergunta ao banco " +
  "pelas cobranças citadas, e as que não conhece não mudam nada. A resposta é a mesma, qualquer que seja o conteúdo, o seu tipo " +
  "ou o que o banco acrescenta ao endereço.";

/** The texts that banks append to the registered address, besides parameters such as `?hmac=` and `?ignorar=`. */
const suffixes = ["", "/", "/pix", "/pix/"];

/** The callback of the seller's bank. Its content is a hint at most, so that anything is taken. */
export function addPixRoutes(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "pix",
    points: maxCallbacksPerMinute,
    seconds: 60,
  });
  const { row } = publicRoutes(api, deps, "Pix");
  for (const suffix of suffixes) {
    row({
      method: "post",
      path: `/pix${suffix}`,
      hide: suffix.endsWith("/"),
      summary:
        suffix === "" ? "Recebe o aviso de um Pix" : "O mesmo, com o /pix que bancos acrescentam",
      description,
      query: z.looseObject({}),
      form: { content: { "application/json": { schema: callback, example } } },
      answer: ["Recebido.", z.object({}).meta({ id: "PixCallbackAnswer" })],
      problems: problemResponses(413, 429),
      async run({ c }) {
        await requireAdmission(c, limit, deps.clientAddress(c), {
          kind: "too-many-requests",
          title: "Avisos demais em pouco tempo",
          detail: `Uma rede pode enviar ${maxCallbacksPerMinute} avisos por minuto.`,
        });
        const txids = readTxids(await readBodyText(c, maxCallbackBytes));
        await deps.shop.outgoing.notePixCallback([...new Set(txids)]);
        return {};
      },
    });
  }
}

/** A test of the connection with the seller's bank, for the administrator. */
export function addPixTestRoute(api: Api, deps: ApiDependencies): void {
  adminRoutes(api, deps, "Pix").response({
    method: "post",
    path: "/pix/test",
    summary: "Testa a conexão com o banco",
    description:
      "Pede um token ao banco, confere a chave salva e registra nela o endereço dos avisos. Não cria cobrança. Depois de uma etapa que " +
      "falhou, as outras não são testadas.",
    answer: {
      200: jsonResponse("Cada etapa, com o que conferir.", pixTestSchema.meta({ id: "PixTest" })),
    },
    problems: problemResponses(404),
    async run({ c }) {
      const result = await deps.shop.outgoing.testPixConnection();
      if (result) return c.json(result);
      throw problem(404, {
        kind: "not-found",
        title: "Sem banco",
        detail: "As variáveis PIX_ do servidor não dizem qual é o banco.",
      });
    },
  });
}

/**
 * Only the charges of the bank's report count; its other fields are not read. Some banks send a list alone, or nothing when they
 * test the address.
 */
function readTxids(text: string): string[] {
  const content = parseJson(text) as { pix?: unknown } | null;
  const list = Array.isArray(content) ? content : content?.pix;
  if (!Array.isArray(list)) return [];
  const txids = list.slice(0, maxPix).map((pix: { txid?: unknown } | null) => pix?.txid);
  return txids.filter((txid) => typeof txid === "string");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
