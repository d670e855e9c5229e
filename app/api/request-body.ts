import type { MiddlewareHandler } from "hono";
import { problem } from "./problem.ts";

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Lets well-formed JSON of at most `limit` bytes through, counted as they arrive. */
export function jsonBody(limit: number): MiddlewareHandler {
  return async (c, next) => {
    const { url, method, headers, body } = c.req.raw;
    if (!jsonType.test(headers.get("Content-Type") ?? "")) throw notJson();
    const bytes = await readAtMost(body, limit);
    if (!bytes) throw tooLarge(limit);
    if (!isJson(bytes)) throw malformed();
    c.req.raw = new Request(url, { method, headers, body: bytes });
    await next();
  };
}

/** The whole body when it has at most `limit` bytes, else undefined. */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
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

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString());
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
