import { problem } from "#app/api/framework/problem.ts";
import { isMediaName, StorageUnavailable } from "#app/platform/media/media-store.ts";
import {
  type PictureContent,
  type PictureFormat,
  type Pictures,
  type PictureWidth,
  pictureWidths,
} from "#app/platform/media/pictures.ts";
import { type CacheStats, createCache } from "../cache.ts";
import {
  dataPolicy,
  type HeaderLine,
  type StoredResponse,
  storeResponse,
} from "./stored-response.ts";

export type MediaService = {
  /** The cached picture, if any; `target` is path and query, `accept` the Accept header. */
  getCached(target: string, accept: string | undefined): StoredResponse | undefined;
  /** The picture, resized if necessary; throws a problem when there is none or the width is not offered. */
  respond(target: string, accept: string | undefined): Promise<StoredResponse>;
  stats(): CacheStats;
};

type MediaOptions = {
  pictures: Pictures;
  commonHeaders: HeaderLine[];
  /** Public URL of an original picture; absent where this server serves originals. */
  publicAddress?: ((name: string) => Promise<string>) | undefined;
};

type PictureRequest = {
  name: string;
  width: string | null;
  format: PictureFormat;
  /** True if the address names the format, for programs that read one only. */
  isNamed: boolean;
};

const limits = { maxBytes: 48 * 2 ** 20, maxEntries: 2000 };
const pathPrefix = "/media/";

/** A picture never changes under its name. */
const pictureCaching = "public, max-age=31536000, immutable";
/** The bucket's public URL may change. */
const redirectCaching = "public, max-age=3600";

/**
 * Pictures under /media, resized to `?w=`, in the best format the browser accepts, or in that of `&format=jpeg`; cached in memory.
 */
export function createMediaService({
  pictures,
  commonHeaders,
  publicAddress,
}: MediaOptions): MediaService {
  const cache = createCache<StoredResponse>({ ...limits, sizeOf: (stored) => stored.size });
  const mediaHeaders: HeaderLine[] = [
    ...commonHeaders,
    ["Content-Security-Policy", dataPolicy],
    ["Cross-Origin-Resource-Policy", "cross-origin"],
  ];

  async function load({ name, width, format, isNamed }: PictureRequest): Promise<StoredResponse> {
    if (!isMediaName(name)) throw notFound();
    if (width === null && publicAddress) return redirect(await publicAddress(name));
    const picture =
      width === null
        ? await pictures.original(name)
        : await pictures.variant(name, parseWidth(width), format);
    if (!picture) throw notFound();
    return storePicture(picture, width !== null && !isNamed);
  }

  function storePicture({ bytes, type }: PictureContent, dependsOnAccept: boolean): StoredResponse {
    const headers: HeaderLine[] = [
      ...mediaHeaders,
      ["Content-Type", type],
      ["Cache-Control", pictureCaching],
    ];
    if (dependsOnAccept) headers.push(["Vary", "Accept"]);
    return storeResponse({ status: 200, headers, body: bytes });
  }

  function redirect(url: string): StoredResponse {
    const headers: HeaderLine[] = [
      ...mediaHeaders,
      ["Location", url],
      ["Cache-Control", redirectCaching],
    ];
    return storeResponse({ status: 302, headers, body: Buffer.alloc(0) });
  }

  return {
    getCached: (target, accept) =>
      target.startsWith(pathPrefix) ? cache.get(cacheKey(parseTarget(target, accept))) : undefined,
    respond(target, accept) {
      const picture = parseTarget(target, accept);
      return cache.fetch(cacheKey(picture), async () => ({
        value: await load(picture).catch(throwStorageProblem),
        isCacheable: true,
      }));
    },
    stats: cache.stats,
  };
}

function parseTarget(target: string, accept: string | undefined): PictureRequest {
  const [path = "", query = ""] = target.split("?", 2);
  const parameters = new URLSearchParams(query);
  const width = parameters.get("w");
  const isNamed = width !== null && parameters.get("format") === "jpeg";
  const format = isNamed ? "jpeg" : chooseFormat(accept, width);
  return { name: path.slice(pathPrefix.length), width, format, isNamed };
}

function chooseFormat(accept = "", width: string | null): PictureFormat {
  if (width === null) return "original";
  if (accept.includes("image/avif")) return "avif";
  return accept.includes("image/webp") ? "webp" : "original";
}

function cacheKey({ name, width, format }: PictureRequest): string {
  return `${name}?${width ?? ""}.${format}`;
}

function parseWidth(width: string): PictureWidth {
  const offered = pictureWidths.find((one) => String(one) === width);
  if (offered) return offered;
  throw problem(400, {
    kind: "unknown-width",
    title: "Largura não disponível",
    errors: [{ field: "w", message: `Use uma destas larguras: ${pictureWidths.join(", ")}.` }],
  });
}

/** 503 rather than 404, which browsers and proxies would cache. */
function throwStorageProblem(error: unknown): never {
  if (!(error instanceof StorageUnavailable)) throw error;
  throw problem(
    503,
    {
      kind: "storage-unavailable",
      title: "Imagem indisponível no momento",
      detail: "O armazenamento de imagens não respondeu. Tente de novo em alguns instantes.",
    },
    { "Retry-After": "5" },
  );
}

function notFound() {
  return problem(404, { kind: "not-found", title: "Não encontrado" });
}
