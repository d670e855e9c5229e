import type { Context, MiddlewareHandler } from "hono";
import { problem } from "./problem.ts";

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Lets well-formed JSON of at most `limit` bytes through. */
export function jsonBody(limit: number): MiddlewareHandler {
  return async (c, next) => {
    if (!jsonType.test(c.req.header("Content-Type") ?? "")) throw notJson();
    const length = c.req.header("Content-Length");
    // Nobody sends more than the length they told: HTTP's parser holds them to it.
    if (length === undefined) await countBody(c, limit);
    else if (Number(length) > limit) throw tooLarge(limit);
    if (!isJson(await whole(c.req.text()))) throw malformed();
    await next();
  };
}

/** Where no length was told the bytes are counted as they arrive. */
async function countBody(c: Context, limit: number): Promise<void> {
  const { url, method, headers, body } = c.req.raw;
  const bytes = await readAtMost(body, limit);
  if (!bytes) throw tooLarge(limit);
  c.req.raw = new Request(url, { method, headers, body: bytes });
}

/** The whole body when it has at most `limit` bytes, else undefined. */
export function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  return whole(collect(body, limit));
}

async function collect(body: ReadableStream<Uint8Array> | null, limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not cancelled when left early: a client cut off while it sends never reads the answer.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whoever hangs up in the middle hears nothing of it, but the log does: the fault is not ours. */
async function whole<Body>(reading: Promise<Body>): Promise<Body> {
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

function notJson() {
  return problem(415, {
    kind: "unsupported-media-type",
    title: "Tipo de conteúdo não aceito",
    detail: "Envie o corpo como application/json.",
  });
}

function tooLarge(limit: number) {
  return problem(413, {
    kind: "too-large",
    title: "Conteúdo grande demais",
    detail: `O limite é de ${limit / 1024} kB.`,
  });
}

function malformed() {
  return problem(400, {
    kind: "malformed-json",
    title: "JSON malformado",
    detail: "O corpo não é um documento JSON válido.",
  });
}
