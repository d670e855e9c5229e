import { z } from "@hono/zod-openapi";
import type { Saved, SaveRefusal } from "#app/domain/editing/rules.ts";
import { placeSchema, rankingSchema } from "#app/domain/editing/schema.ts";
import { json, jsonRequest } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";

/** What the routes by which the administrator saves rows have in common. */

export const idParams = z.object({
  id: z
    .guid({ error: "Identificador inválido." })
    .toLowerCase()
    .meta({ format: "uuid", examples: ["7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55"] }),
});

/** Far above what any form holds. */
export const largestRow = 512 * 1024;

const anId = "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
const anotherId = "0c6e4a0e-5b7d-4a51-8c1d-6f1f3a9b7c10";

/** The request and the answer of a reordering. */
export const ranking = {
  body: jsonRequest(rankingSchema.meta({ id: "Ranking" }), { ids: [anId, anotherId] }),
  answer: {
    description: "Todas as linhas na nova ordem, com as versões de agora.",
    content: json(
      listOf(placeSchema.meta({ id: "Place" })),
      wholeList([
        { id: anId, position: 0, version: 2 },
        { id: anotherId, position: 1, version: 5 },
      ]),
    ),
  },
};

type StoredRow = { id: string; version: number };

const stale = {
  kind: "stale-version",
  title: "Isto mudou enquanto você editava",
  detail: "Outra gravação veio antes da sua. Compare as duas e grave de novo com a versão atual.",
};

/** The 409 of a save on an outdated version; `current` is what such a row looks like. */
export function staleResponse(current: StoredRow) {
  const description =
    "`urn:pomar:stale-version`: a linha foi gravada desde a versão enviada, e `current` é ela agora. " +
    "`urn:pomar:slug-taken`: o slug já é de outra, e `errors` o diz no campo.";
  return problemResponse(409, description, { ...stale, current });
}

/** The answers of a change by PATCH: the row as it then is, or `current`, as it was before a save that came too late. */
export function changeAnswers<Row extends z.ZodType>(
  row: Row,
  example: z.input<Row> & StoredRow,
  current: StoredRow = example,
) {
  return {
    200: { description: "Como ficou.", content: json(row, example) },
    ...problemResponses(400, 401, 403, 404, 413, 415),
    ...staleResponse(current),
  };
}

/** The row that was saved; throws the problem of one that was not. */
export function savedRow<Row extends StoredRow>(saved: Saved<Row>, slugTaken?: string): Row {
  if (saved.ok) return saved.row;
  throw refusedSave(saved, slugTaken);
}

/** The problem of a refused save; `slugTaken` is what the slug's field then says. */
export function refusedSave(
  refusal: SaveRefusal<StoredRow>,
  slugTaken = "Já existe um registro com este slug",
) {
  switch (refusal.reason) {
    case "not-found":
      return notFound();
    case "stale":
      return problem(409, { ...stale, current: refusal.current });
    case "slug-taken":
      return slugConflict(slugTaken);
  }
}

export function notFound() {
  return problem(404, {
    kind: "not-found",
    title: "Não encontrado",
    detail: "Este registro não existe ou já foi excluído.",
  });
}

function slugConflict(message: string) {
  const errors = [{ field: "slug", message }];
  return problem(409, { kind: "slug-taken", title: message, errors });
}
