import { hash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type {
  FieldError,
  SaveRejection,
  SaveResult,
  UniqueField,
  VersionedRow,
} from "#app/domain/kernel/editing/schema.ts";
import {
  anyVersion,
  rowOrderSchema,
  rowPositionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import type { Author } from "#app/platform/database/database.ts";
import { composeExample } from "./compose-example.ts";
import { exampleIds } from "./example-values.ts";
import {
  notFoundProblem,
  problem,
  problemResponse,
  problemResponses,
  rejectedFieldsProblem,
} from "./problem.ts";
import { jsonContent } from "./request-body.ts";

/** The routes that read, save and delete single rows share these. */

export const idParams = z.object({
  id: z
    .guid({ error: "Identificador inválido." })
    .toLowerCase()
    .meta({ format: "uuid", examples: [exampleIds.product] }),
});

const order = rowOrderSchema.meta({
  id: "Ranking",
  examples: [{ ids: [exampleIds.product, "0c6e4a0e-5b7d-4a51-8c1d-6f1f3a9b7c10"] }],
});
const place = rowPositionSchema.meta({ id: "Place" });

/** The parts that the routes that reorder rows have in common. */
export const ranking = {
  method: "put",
  body: order,
  answer: ["Todas as linhas na nova ordem, com as versões de agora.", place],
} as const;

const versionError = 'Use a versão lida entre aspas, como "3", sem W/, ou *.';

/** `If-Match` of a PATCH: the version that was read, instead of `version` in the body. */
export const versionHeader = z.object({
  "If-Match": z
    .string()
    .regex(/^(?:\*|"?[1-9]\d{0,8}(?:-\w+)?"?)$/, { error: versionError })
    .transform((tag) => (tag === "*" ? anyVersion : Number.parseInt(tag.replace('"', ""), 10)))
    .optional()
    .meta({
      description:
        "A versão lida (o `ETag` da resposta), em vez de `version` no corpo. Se outra foi gravada desde então: 412. " +
        "`*` grava sobre qualquer versão.",
      examples: ['"3"'],
    }),
});
type VersionHeader = z.output<typeof versionHeader>;

/** The changes with the version of the body or of `If-Match`. */
export function withVersion<C extends { version?: number | undefined }>(
  changes: C,
  { "If-Match": matched }: VersionHeader,
): C & { version: number } {
  const { version = matched } = changes;
  if (version === undefined || (matched !== undefined && matched !== version)) {
    const message = version === undefined ? missingVersion : "Difere de If-Match.";
    throw rejectedFieldsProblem([{ field: "version", message }]);
  }
  return { ...changes, version };
}

const missingVersion = "Informe a versão que você leu.";

/** The version of a row as a response header; `extra` is what else the response depends on. */
export function setVersionTag(c: Context, { version }: VersionedRow, extra?: unknown): string {
  const suffix =
    extra === undefined ? "" : `-${hash("sha256", JSON.stringify(extra)).slice(0, 12)}`;
  const tag = `"${version}${suffix}"`;
  c.header("ETag", tag);
  return tag;
}

/** Answers with the row, or with 304 when `If-None-Match` names it. */
export function sendRow<Row extends VersionedRow>(c: Context, row: Row, extra?: unknown) {
  const tag = setVersionTag(c, row, extra);
  // Visitors and the administrator may see different parts of a row.
  c.header("Vary", "Authorization, Cookie", { append: true });
  const known = c.req.header("If-None-Match")?.split(",") ?? [];
  const isKnown = known.some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
  return isKnown ? c.body(null, 304) : c.json(row, 200);
}

/** The responses of a GET that `sendRow` answers. */
export function readResponses(row: z.ZodType, description = "Como está agora.") {
  return {
    200: { description, headers: versionTagHeaders, content: jsonContent(row) },
    304: { description: "Nada mudou desde o `ETag` enviado em `If-None-Match`." },
    ...problemResponses(404),
  };
}

/** Documents `setVersionTag`. */
export const versionTagHeaders = {
  ETag: {
    description: "A `version` entre aspas, para `If-Match` e `If-None-Match`.",
    schema: { type: "string" as const, examples: ['"3"'] },
  },
};

const staleVersion = {
  kind: "stale-version",
  title: "Isto mudou enquanto você editava",
  detail: "Outra gravação veio antes da sua. Compare as duas e grave de novo com a versão atual.",
};

/** The 409 of a save with a stale version; `row` is the schema of the stored row. */
export function staleResponse(row: z.ZodType<VersionedRow, VersionedRow>) {
  const current = composeExample(row);
  const description =
    "`urn:pomar:stale-version`: a linha foi gravada desde a versão enviada, e `current` é ela agora. " +
    "`urn:pomar:slug-taken` ou `external-id-taken`: o valor já é de outra, `errors` o diz no campo, e `current` é ela.";
  return {
    ...problemResponse(409, description, { ...staleVersion, current }),
    ...problemResponse(412, "Como 409, quando a versão veio em `If-Match`.", {
      ...staleVersion,
      current,
    }),
  };
}

/** The parts of a PATCH that the routes below read. */
type ChangeRequest<Body extends z.ZodType> = {
  author: Author;
  id: string;
  header: VersionHeader;
  body: z.output<Body>;
};

/** The parts that the routes that change a row have in common; `save` gets the changes with the version that was read. */
export function rowChange<
  Row extends z.ZodType<VersionedRow, VersionedRow>,
  Body extends z.ZodType<{ version?: number | undefined }>,
>(
  row: Row,
  body: Body,
  save: (
    author: Author,
    id: string,
    changes: z.output<Body> & { version: number },
  ) => Promise<SaveResult<z.input<Row>>>,
  taken?: TakenMessages,
) {
  return {
    method: "patch" as const,
    headers: versionHeader,
    body,
    tagged: true as const,
    answer: ["Como ficou.", row] as const,
    problems: staleResponse(row),
    run: async ({ author, id, header, body: changes }: ChangeRequest<Body>) =>
      requireSaved(await save(author, id, withVersion(changes, header)), taken, header),
  };
}

/** The messages of fields that another row has. */
export type TakenMessages = Partial<Record<UniqueField, string>>;

/** The saved row; throws the problem of a save that failed. */
export function requireSaved<Row extends VersionedRow>(
  saved: SaveResult<Row>,
  taken?: TakenMessages,
  header: VersionHeader = {},
): Row {
  if (saved.ok) return saved.row;
  throw saveProblem(saved, taken, header);
}

const defaultTaken: TakenMessages = {};

/** The problem of a save that failed. */
export function saveProblem(
  rejection: SaveRejection<VersionedRow>,
  taken = defaultTaken,
  header: VersionHeader = {},
  /** The fields in which the stored row differs from the sent one, where they are known. */
  differences: FieldError[] = [],
  /** Replaces the usual title and detail of a stale version. */
  staleTexts: { title?: string; detail?: string } = {},
) {
  switch (rejection.reason) {
    case "not-found":
      return notFoundProblem();
    case "stale":
      return problem(header["If-Match"] === undefined ? 409 : 412, {
        ...staleVersion,
        ...staleTexts,
        ...(differences.length > 0 && { errors: differences }),
        current: rejection.current,
      });
    case "taken": {
      const { field, current } = rejection;
      const message = taken[field] ?? "Já existe um registro com este valor";
      return problem(409, { ...takenProblem(field, message), current });
    }
    case "invalid":
      return rejectedFieldsProblem(rejection.errors);
  }
}

/** The 409 of a new row whose slug another row has. */
export function slugTakenResponse(
  description: string,
  message: string,
  row: z.ZodType<VersionedRow, VersionedRow>,
) {
  const described = `${description} \`current\` é ele.`;
  const example = { ...takenProblem("slug", message), current: composeExample(row) };
  return problemResponse(409, described, example);
}

function takenProblem(field: UniqueField, message: string) {
  const kind = `${field.replace("_", "-")}-taken`;
  return { kind, title: message, errors: [{ field, message }] };
}
