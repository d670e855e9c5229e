import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding, toBrotli, toGzip } from "./encoding.ts";
import type { HeaderLine } from "./headers.ts";

/** An answer kept whole: its bytes in each encoding, with the header lines they go out with. */
export type StoredAnswer = {
  status: number;
  /** Memory it takes, in bytes. */
  size: number;
  variants: Record<Encoding, Variant>;
};

type Variant = { etag: string; body: Buffer; headers: HeaderLine[]; rawHeaders: string[] };

export type AnswerParts = {
  status: number;
  headers: HeaderLine[];
  body: Buffer;
  /** Ready compressed bytes; absent where compressing gains nothing. */
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
};

const worthCompressing = 512;
const compressible = /^(?:text\/|application\/(?:javascript|json|manifest\+json|xml)|image\/svg)/;

/** The parts compressed, where that gains something. */
export async function compressAnswer(parts: AnswerParts): Promise<StoredAnswer> {
  const type = parts.headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  if (parts.body.length < worthCompressing || !compressible.test(type)) return storeAnswer(parts);
  const [br, gzip] = await Promise.all([toBrotli(parts.body), toGzip(parts.body)]);
  return storeAnswer({ ...parts, br, gzip });
}

export function storeAnswer({ status, headers, body, br, gzip }: AnswerParts): StoredAnswer {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const identity = variant("identity", body);
  const variants = {
    identity,
    br: br ? variant("br", br) : identity,
    gzip: gzip ? variant("gzip", gzip) : identity,
  };
  const size = body.length + (br?.length ?? 0) + (gzip?.length ?? 0);
  return { status, size, variants };

  function variant(encoding: Encoding, bytes: Buffer): Variant {
    // Bytes that differ have tags that differ, encodings included.
    const etag = encoding === "identity" ? `"${digest}"` : `"${digest}-${encoding}"`;
    const lines: HeaderLine[] = [...headers, ["ETag", etag]];
    if (br || gzip) lines.push(["Vary", "Accept-Encoding"]);
    if (encoding !== "identity") lines.push(["Content-Encoding", encoding]);
    const rawHeaders = [...lines, ["Content-Length", String(bytes.length)]].flat();
    return { etag, body: bytes, headers: lines, rawHeaders };
  }
}

/** Writes the answer straight to the socket: the way of everything that lies ready. */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  { status, variants }: StoredAnswer,
): void {
  const chosen = variants[chooseEncoding(request.headers["accept-encoding"] as string | undefined)];
  if (matches(request.headers["if-none-match"], chosen.etag)) {
    response.writeHead(304, withoutBody(chosen.headers).flat());
    response.end();
    return;
  }
  response.writeHead(status, chosen.rawHeaders);
  response.end(request.method === "HEAD" ? undefined : chosen.body);
}

/** The same answer as a Response. */
export function toResponse(request: Request, { status, variants }: StoredAnswer): Response {
  const chosen = variants[chooseEncoding(request.headers.get("Accept-Encoding") ?? undefined)];
  if (matches(request.headers.get("If-None-Match") ?? undefined, chosen.etag)) {
    return new Response(null, { status: 304, headers: withoutBody(chosen.headers) });
  }
  return new Response(new Uint8Array(chosen.body), { status, headers: chosen.headers });
}

/** Comparison as If-None-Match has it: a list of tags, weak marks set aside, or any by a star. */
function matches(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false;
  return wanted.trim() === "*" || wanted.includes(etag);
}

function withoutBody(headers: HeaderLine[]): HeaderLine[] {
  return headers.filter(([name]) => name !== "Content-Type" && name !== "Content-Encoding");
}
