import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipCompress } from "node:zlib";
import type { HeaderLine } from "./headers.ts";

export type Encoding = "br" | "gzip" | "identity";

/** A complete response in memory: its bytes in each encoding, with the header lines of each. */
export type StoredResponse = {
  status: number;
  /** Memory used by the bodies, in bytes. */
  size: number;
  variants: Record<Encoding, Variant>;
};

type Variant = { etag: string; body: Buffer; headers: HeaderLine[]; rawHeaders: string[] };

export type ResponseParts = {
  status: number;
  headers: HeaderLine[];
  body: Buffer;
  /** Compressed bytes; absent where compression saves nothing. */
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
};

const minCompressedBytes = 512;
const compressibleType =
  /^(?:text\/|application\/(?:javascript|json|manifest\+json|xml)|image\/svg)/;
// The first visitor waits for the compression: quality 5 takes milliseconds, 11 a hundred times as long.
const brotliQuality = 5;

/** The response with compressed variants where its type and size make compression worthwhile. */
export async function compressResponse(parts: ResponseParts): Promise<StoredResponse> {
  const type = parts.headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  if (parts.body.length < minCompressedBytes || !compressibleType.test(type)) {
    return storeResponse(parts);
  }
  const [br, gzip] = await Promise.all([
    compressBrotli(parts.body),
    promisify(gzipCompress)(parts.body),
  ]);
  return storeResponse({ ...parts, br, gzip });
}

function compressBrotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

export function storeResponse({ status, headers, body, br, gzip }: ResponseParts): StoredResponse {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const identity = createVariant("identity", body);
  const variants = {
    identity,
    br: br ? createVariant("br", br) : identity,
    gzip: gzip ? createVariant("gzip", gzip) : identity,
  };
  const size = body.length + (br?.length ?? 0) + (gzip?.length ?? 0);
  return { status, size, variants };

  function createVariant(encoding: Encoding, bytes: Buffer): Variant {
    // Different bytes need different tags, so each encoding has its own.
    const etag = encoding === "identity" ? `"${digest}"` : `"${digest}-${encoding}"`;
    const lines: HeaderLine[] = [...headers, ["ETag", etag]];
    if (br || gzip) lines.push(["Vary", "Accept-Encoding"]);
    if (encoding !== "identity") lines.push(["Content-Encoding", encoding]);
    const rawHeaders = [...lines, ["Content-Length", String(bytes.length)]].flat();
    return { etag, body: bytes, headers: lines, rawHeaders };
  }
}

/** Writes the response straight to the socket, without a `Response` object in between. */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  { status, variants }: StoredResponse,
): void {
  const variant =
    variants[chooseEncoding(request.headers["accept-encoding"] as string | undefined)];
  if (matchesEtag(request.headers["if-none-match"], variant.etag)) {
    response.writeHead(304, withoutBodyHeaders(variant.headers).flat());
    response.end();
    return;
  }
  response.writeHead(status, variant.rawHeaders);
  response.end(request.method === "HEAD" ? undefined : variant.body);
}

export function toResponse(request: Request, { status, variants }: StoredResponse): Response {
  const variant = variants[chooseEncoding(request.headers.get("Accept-Encoding") ?? undefined)];
  if (matchesEtag(request.headers.get("If-None-Match") ?? undefined, variant.etag)) {
    return new Response(null, { status: 304, headers: withoutBodyHeaders(variant.headers) });
  }
  return new Response(new Uint8Array(variant.body), { status, headers: variant.headers });
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (acceptsEncoding(accepted, "br")) return "br";
  return acceptsEncoding(accepted, "gzip") ? "gzip" : "identity";
}

function acceptsEncoding(accepted: string, encoding: string): boolean {
  for (const entry of accepted.split(",")) {
    const [name = "", weight = ""] = entry.split(";");
    if (name.trim().toLowerCase() === encoding) return !/^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(weight);
  }
  return false;
}

/** Weak comparison of If-None-Match: a list of tags, or `*` for any. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag);
}

function withoutBodyHeaders(headers: HeaderLine[]): HeaderLine[] {
  return headers.filter(([name]) => name !== "Content-Type" && name !== "Content-Encoding");
}
