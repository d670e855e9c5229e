import { problem } from "#app/api/problem.ts";
import { isMediaName } from "#app/platform/media/media-store.ts";
import {
  type Picture,
  type PictureFormat,
  type Pictures,
  type PictureWidth,
  pictureWidths,
} from "#app/platform/media/pictures.ts";
import { type CacheFigures, createAnswerCache } from "./answer-cache.ts";
import type { HeaderLine } from "./header-lines.ts";
import { dataPolicy } from "./security-headers.ts";
import { type StoredAnswer, storeAnswer } from "./stored-answer.ts";

export type MediaAnswers = {
  /** The picture if it lies in memory; `target` is path and query, `accepted` the Accept header. */
  ready(target: string, accepted: string | undefined): StoredAnswer | undefined;
  /** The picture, made if need be; throws a problem when there is none or the width is not one of ours. */
  answer(target: string, accepted: string | undefined): Promise<StoredAnswer>;
  figures(): CacheFigures;
};

type Wanted = { name: string; width: string | null; format: PictureFormat };

const limits = { bytes: 48 * 2 ** 20, entries: 2000 };
const prefix = "/media/";

/** Names never come twice with other contents: a new picture gets a new name. */
const cacheControl = "public, max-age=31536000, immutable";

/** Pictures under /media, `?w=` wide, in the best format the browser takes; what is asked often stays in memory. */
export function createMediaAnswers(pictures: Pictures, commonHeaders: HeaderLine[]): MediaAnswers {
  const cache = createAnswerCache(limits);

  async function find({ name, width, format }: Wanted): Promise<StoredAnswer> {
    if (!isMediaName(name)) throw notFound();
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

  return {
    ready: (target, accepted) =>
      target.startsWith(prefix) ? cache.get(keyOf(readTarget(target, accepted))) : undefined,
    answer(target, accepted) {
      const wanted = readTarget(target, accepted);
      return cache.fetch(keyOf(wanted), async () => ({ answer: await find(wanted), keep: true }));
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

function notFound() {
  return problem(404, { kind: "not-found", title: "Não encontrado" });
}
