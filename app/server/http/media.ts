import { problem } from "#app/api/problem.ts";
import { isMediaName, StorageUnavailable } from "#app/platform/media/media-store.ts";
import {
  type Picture,
  type PictureFormat,
  type Pictures,
  type PictureWidth,
  pictureWidths,
} from "#app/platform/media/pictures.ts";
import type { HeaderLine } from "./headers.ts";
import { type CacheFigures, createAnswerCache } from "./response-cache.ts";
import { dataPolicy } from "./security-headers.ts";
import { type StoredAnswer, storeAnswer } from "./stored-response.ts";

export type MediaAnswers = {
  /** The picture if it lies in memory; `target` is path and query, `accepted` the Accept header. */
  ready(target: string, accepted: string | undefined): StoredAnswer | undefined;
  /** The picture, made if need be; throws a problem when there is none or the width is not one of ours. */
  answer(target: string, accepted: string | undefined): Promise<StoredAnswer>;
  figures(): CacheFigures;
};

type MediaOptions = {
  pictures: Pictures;
  commonHeaders: HeaderLine[];
  /** Where browsers are sent for a picture as it was stored; absent where it comes from here. */
  publicAddress?: ((name: string) => Promise<string>) | undefined;
};

type Wanted = { name: string; width: string | null; format: PictureFormat };

const limits = { bytes: 48 * 2 ** 20, entries: 2000 };
const prefix = "/media/";

/** Names never come twice with other contents: a new picture gets a new name. */
const cacheControl = "public, max-age=31536000, immutable";
/** The place in the network may change, the picture does not. */
const movable = "public, max-age=3600";

/** Pictures under /media, `?w=` wide, in the best format the browser takes; what is asked often stays in memory. */
export function createMediaAnswers({
  pictures,
  commonHeaders,
  publicAddress,
}: MediaOptions): MediaAnswers {
  const cache = createAnswerCache(limits);

  async function find({ name, width, format }: Wanted): Promise<StoredAnswer> {
    if (!isMediaName(name)) throw notFound();
    if (width === null && publicAddress) return redirect(await publicAddress(name));
    const picture =
      width === null
        ? await pictures.original(name)
        : await pictures.variant(name, knownWidth(width), format);
    if (!picture) throw notFound();
    return storePicture(picture, width !== null);
  }

  function storePicture({ bytes, type }: Picture, dependsOnAccept: boolean): StoredAnswer {
    const headers: HeaderLine[] = [
      ...commonHeaders,
      ["Content-Type", type],
      ["Cache-Control", cacheControl],
      ["Content-Security-Policy", dataPolicy],
      ["Cross-Origin-Resource-Policy", "cross-origin"],
    ];
    if (dependsOnAccept) headers.push(["Vary", "Accept"]);
    return storeAnswer({ status: 200, headers, body: bytes });
  }

  function redirect(address: string): StoredAnswer {
    const headers: HeaderLine[] = [
      ...commonHeaders,
      ["Location", address],
      ["Cache-Control", movable],
      ["Content-Security-Policy", dataPolicy],
      ["Cross-Origin-Resource-Policy", "cross-origin"],
    ];
    return storeAnswer({ status: 302, headers, body: Buffer.alloc(0) });
  }

  return {
    ready: (target, accepted) =>
      target.startsWith(prefix) ? cache.get(keyOf(readTarget(target, accepted))) : undefined,
    answer(target, accepted) {
      const wanted = readTarget(target, accepted);
      return cache.fetch(keyOf(wanted), async () => ({
        answer: await find(wanted).catch(explainSilence),
        keep: true,
      }));
    },
    figures: cache.figures,
  };
}

function readTarget(target: string, accepted: string | undefined): Wanted {
  const [path = "", query = ""] = target.split("?", 2);
  const width = query === "" ? null : new URLSearchParams(query).get("w");
  return { name: path.slice(prefix.length), width, format: chooseFormat(accepted, width) };
}

function chooseFormat(accepted = "", width: string | null): PictureFormat {
  if (width === null) return "original";
  if (accepted.includes("image/avif")) return "avif";
  return accepted.includes("image/webp") ? "webp" : "original";
}

function keyOf({ name, width, format }: Wanted): string {
  return `${name}?${width ?? ""}.${format}`;
}

function knownWidth(width: string): PictureWidth {
  const known = pictureWidths.find((one) => String(one) === width);
  if (known) return known;
  throw problem(400, {
    kind: "unknown-width",
    title: "Largura não disponível",
    errors: [{ field: "w", message: `Use uma destas larguras: ${pictureWidths.join(", ")}.` }],
  });
}

/** Not "there is none": a browser or a proxy would believe it. */
function explainSilence(error: unknown): never {
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
