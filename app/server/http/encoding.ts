import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

// A page waits for its first compression: brotli at 5 takes milliseconds and at 11 a hundred times as long.
const brotliQuality = 5;

export function toGzip(body: Buffer): Promise<Buffer> {
  return compressGzip(body);
}

export function toBrotli(body: Buffer): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (allows(accepted, "br")) return "br";
  return allows(accepted, "gzip") ? "gzip" : "identity";
}

function allows(accepted: string, encoding: string): boolean {
  for (const entry of accepted.split(",")) {
    const [name = "", weight = ""] = entry.split(";");
    if (name.trim().toLowerCase() === encoding) return !/^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(weight);
  }
  return false;
}
