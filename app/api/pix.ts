import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { problemResponses } from "./framework/problem.ts";
import { createRateLimit, requireAdmission } from "./framework/rate-limit.ts";
import { publicRoutes } from "./framework/routes.ts";

const maxCallbackBytes = 64 * 1024;
const maxCallbacksPerMinute = 300;
const maxPix = 200;

const listError = "Envie a lista pix, com até 200 itens.";

/** Of the bank's report only the charges count; the rest is not even read. Some banks send none when they test the address. */
const callbackSchema = z
  .object(
    {
      pix: z
        .array(z.object({ txid: z.string({ error: "txid inválido." }).optional() }), {
          error: listError,
        })
        .max(maxPix, { error: listError })
        .default([]),
    },
    { error: listError },
  )
  .meta({ id: "PixCallback" });

const example = { pix: [{ txid: "7b1f1f6e4c0a4d0e9f0b2f6a1c9d3e550" }] };

const description =
  "O banco chama este endereço quando um Pix chega, como o diz a API Pix. Nada do que ele envia é gravado: a loja pergunta ao banco " +
  "pelas cobranças citadas, e as que não conhece não mudam nada. A resposta é a mesma.";

/**
 * The callback of the seller's bank, which appends `/pix` to the registered address; some do not.
 */
export function addPixRoutes(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "pix",
    points: maxCallbacksPerMinute,
    seconds: 60,
  });
  const { row } = publicRoutes(api, deps, "Pix");
  for (const path of ["/pix", "/pix/pix"]) {
    row({
      method: "post",
      path,
      summary:
        path === "/pix" ? "Recebe o aviso de um Pix" : "O mesmo, com o /pix que bancos acrescentam",
      description,
      body: [callbackSchema, example],
      maxBodyBytes: maxCallbackBytes,
      answer: ["Recebido.", z.object({}).meta({ id: "PixCallbackAnswer" }), {}],
      problems: problemResponses(429),
      async run({ c, body }) {
        await requireAdmission(c, limit, deps.clientAddress(c), {
          kind: "too-many-requests",
          title: "Avisos demais em pouco tempo",
          detail: `Uma rede pode enviar ${maxCallbacksPerMinute} avisos por minuto.`,
        });
        const txids = body.pix.flatMap(({ txid }) => txid ?? []);
        await deps.shop.outgoing.notePixCallback([...new Set(txids)]);
        return {};
      },
    });
  }
}
