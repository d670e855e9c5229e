import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { ApiDependencies } from "./api-types.ts";
import { composeExample } from "./compose-example.ts";
import { problem } from "./problem.ts";

/** A JSON body of an operation. Its example is composed when the document is written. */
export function jsonContent<S extends z.ZodType>(schema: S) {
  return {
    "application/json": {
      schema,
      get example() {
        return composeExample(schema);
      },
    },
  };
}

/** A response with a JSON body. */
export function jsonResponse<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: jsonContent(schema) };
}

/** The required JSON body of a request. */
export function jsonRequestBody<S extends z.ZodType>(schema: S) {
  return { required: true as const, content: jsonContent(schema) };
}

/** The shape of every list of the API. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Envie como `cursor` para a próxima página; nulo: não há mais." }),
  });
}

/** A list without further pages. */
export function completeList<T>(items: T[]): { items: T[]; next_cursor: string | null } {
  return { items, next_cursor: null };
}

/** A CSV file as a response. */
export function csvResponse(description: string, example: string) {
  return { 200: { description, content: { "text/csv": { schema: z.string(), example } } } };
}

/** Answers with a CSV file, which browsers save as `name`. */
export function sendCsv(c: Context, name: string, text: string | ReadableStream): Response {
  return c.body(text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
}

/** The body of a request that sends a form with a file, and with texts, by their descriptions. */
export function formBody(texts: Record<string, string> = {}) {
  const properties = Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [
      name,
      { type: "string" as const, description },
    ]),
  );
  const file = { type: "string", format: "binary" } as const;
  const type = "object" as const;
  const schema = { type, required: ["file"], properties: { file, ...properties } };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

const jsonType = /^application\/json\s*(?:;|$)/i;

/** The body as text, whatever its type; throws a problem when it has more than `maxBytes` bytes. */
export async function readBodyText(c: Context, maxBytes: number): Promise<string> {
  const bytes = await readBodyUpTo(c.req.raw.body, maxBytes);
  if (!bytes) throw tooLargeProblem(maxBytes);
  return bytes.toString();
}

/** Requires well-formed JSON of at most `maxBytes` bytes. */
export function requireJsonBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    if (!jsonType.test(c.req.header("Content-Type") ?? "")) throw notJsonProblem();
    const length = c.req.header("Content-Length");
    // The HTTP parser ends the body at its declared length.
    if (length === undefined) await bufferBody(c, maxBytes);
    else if (Number(length) > maxBytes) throw tooLargeProblem(maxBytes);
    if (!isJson(await requireComplete(c.req.text()))) throw malformedProblem();
    await next();
  };
}

/** Reads a body without a declared length, counting its bytes. */
async function bufferBody(c: Context, maxBytes: number): Promise<void> {
  const { url, method, headers, body } = c.req.raw;
  const bytes = await readBodyUpTo(body, maxBytes);
  if (!bytes) throw tooLargeProblem(maxBytes);
  c.req.raw = new Request(url, { method, headers, body: bytes });
}

/** The whole body; undefined when it has more than `maxBytes` bytes. */
function readBodyUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  return requireComplete(collect(body, maxBytes));
}

async function collect(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The stream is not cancelled: a client whose upload is cut off never reads the response.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const maxFormParts = 10;

/** A multipart form of at most `maxBytes` bytes and ten parts; throws a problem for any other body. */
export async function readForm(
  { headers, body }: Request,
  maxBytes: number,
): Promise<FormData | "too-large" | "too-many-parts"> {
  const type = headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAFormProblem();
  const bytes = await readBodyUpTo(body, maxBytes);
  if (!bytes) return "too-large";
  // Parsing thousands of parts would take seconds.
  if (hasManyParts(bytes)) return "too-many-parts";
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw problem(400, {
      kind: "malformed-form",
      title: "Formulário malformado",
      detail: "O corpo não é um formulário multipart/form-data válido.",
    });
  }
}

/** Counts the header that every part of a form has; a file contains it only if it is made to. */
function hasManyParts(bytes: Buffer): boolean {
  const header = /content-disposition/gi;
  const text = bytes.toString("latin1");
  for (let count = 0; count <= maxFormParts; count++) {
    if (!header.test(text)) return false;
  }
  return true;
}

function notAFormProblem() {
  return problem(415, {
    kind: "unsupported-media-type",
    title: "Tipo de conteúdo não aceito",
    detail: "Envie o arquivo em um formulário multipart/form-data.",
  });
}

/** A client that disconnects while sending is logged as 400, not as a failure of the server. */
async function requireComplete<Body>(reading: Promise<Body>): Promise<Body> {
  try {
    return await reading;
  } catch {
    throw problem(400, { kind: "broken-off", title: "Envio interrompido" });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function notJsonProblem() {
  return problem(415, {
    kind: "unsupported-media-type",
    title: "Tipo de conteúdo não aceito",
    detail: "Envie o corpo como application/json.",
  });
}

function tooLargeProblem(maxBytes: number) {
  return problem(413, {
    kind: "too-large",
    title: "Conteúdo grande demais",
    detail: `O limite é de ${maxBytes / 1024} kB.`,
  });
}

function malformedProblem() {
  return problem(400, {
    kind: "malformed-json",
    title: "JSON malformado",
    detail: "O corpo não é um documento JSON válido.",
  });
}

/** Sends a file in pieces, which are generated on demand. */
export async function streamCsv(
  c: Context,
  { log }: Pick<ApiDependencies, "log">,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  // The column names and the first rows: if this fails the response is an error, not a broken file.
  const first = [await pieces.next(), await pieces.next()];
  return sendCsv(c, name, streamText(first, pieces, log));
}

/** Sends a `completeList` in pieces, which are read on demand. */
export async function streamList<T>(
  c: Context,
  { log }: Pick<ApiDependencies, "log">,
  batches: AsyncGenerator<T[]>,
): Promise<Response> {
  const pieces = writeList(batches);
  // The start and the first rows: if this fails the response is an error, not a broken list.
  const first = [await pieces.next(), await pieces.next()];
  return c.body(streamText(first, pieces, log), 200, { "Content-Type": "application/json" });
}

async function* writeList<T>(batches: AsyncGenerator<T[]>): AsyncGenerator<string> {
  yield '{"items":[';
  let separator = "";
  for await (const batch of batches) {
    yield separator + batch.map((item) => JSON.stringify(item)).join();
    separator = ",";
  }
  yield '],"next_cursor":null}';
}

/**
 * A response body generated on demand; generation stops when the client disconnects. A failure is logged and cuts the
 * response off, so that the client does not take the file for complete.
 */
function streamText(
  first: IteratorResult<string>[],
  pieces: AsyncGenerator<string>,
  log: ApiDependencies["log"],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = first.shift() ?? (await pieces.next());
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ err: error }, "export failed");
        controller.error(new Error("export failed"));
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
