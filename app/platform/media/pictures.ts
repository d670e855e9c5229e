import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { avifType, extensionOf, pictureTypeOf, pictureTypes } from "#app/shared/media-types.ts";
import { createPictureQueue, decodePicture, detectPictureType } from "./clean-picture.ts";
import type { MediaStore } from "./media-store.ts";

/** Served widths in pixels. */
export const pictureWidths = [160, 320, 400, 480, 640, 768, 960, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** `original` is the format of the file itself; `jpeg`, for documents, has a white ground and the first frame alone. */
export type PictureFormat = "avif" | "webp" | "jpeg" | "original";

export type PictureContent = { bytes: Buffer; type: string };

export type Pictures = {
  /** The stored file; undefined when there is none. */
  original(name: string): Promise<PictureContent | undefined>;
  /** The picture at most `width` pixels wide, created once and stored. Throws PictureQueueFull when too many are waiting. */
  variant(
    name: string,
    width: PictureWidth,
    format: PictureFormat,
  ): Promise<PictureContent | undefined>;
  /** A stored file that is no picture, such as a catalogue in PDF; undefined when there is none. */
  file(name: string): Promise<Buffer | undefined>;
  /** Stores a picture or file under a new name. */
  store(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes a picture with its variants, or a file. */
  remove(name: string): Promise<void>;
  /** The names of all pictures and files in a folder and its subfolders. */
  list(folder: string): Promise<string[]>;
};

/** Part of a variant's name: increase it with every change of the settings below. */
const variantVersion = "v3";

/**
 * At quality 55 letters on a package stay sharp, in files a quarter smaller than at 65. It takes 90 ms of a core at 480
 * pixels; effort 3 would take twice that to save 4 %.
 */
const avif = { quality: 55, effort: 2, chromaSubsampling: "4:2:0" };
/** The quality of pictures in documents, which are printed. */
const jpeg = { quality: 80 };
const webp = { quality: 76, effort: 4, smartSubsample: true };

/** Reduced photos look soft; this restores edges without halos. */
const sharpenSigma = 0.5;

/** A new shop's first visitors request some hundred variants at once. */
const maxQueuedVariants = 500;

/** Reads pictures from `originals` and stores their variants in `variants`. */
export function createPictures(originals: MediaStore, variants: MediaStore): Pictures {
  const enqueue = createPictureQueue({
    concurrency: availableParallelism(),
    maxQueued: maxQueuedVariants,
  });

  async function create(name: string, width: PictureWidth, format: PictureFormat, key: string) {
    const original = await originals.read(name);
    if (!original) return undefined;
    const isForDocument = format === "jpeg";
    const picture = decodePicture(original, !isForDocument).resize({
      width,
      withoutEnlargement: true,
    });
    // It takes half of the time of a small picture, and is not visible on paper.
    if (!isForDocument) picture.sharpen({ sigma: sharpenSigma });
    const { pages = 1 } = await picture.metadata();
    const bytes = await encode(picture, pages > 1 ? animatedFormat(format) : format).toBuffer();
    await variants.write(key, bytes);
    return bytes;
  }

  return {
    async original(name) {
      const type = pictureTypeOf(name);
      const bytes = type ? await originals.read(name) : undefined;
      return bytes && type ? { bytes, type } : undefined;
    },
    async variant(name, width, format) {
      const extension = format === "original" ? extensionOf(name) : format;
      const type = format === "avif" ? avifType : pictureTypes[extension];
      if (!type || !pictureTypeOf(name)) return undefined;
      const key = keyOf(name, width, extension);
      const bytes =
        (await variants.read(key)) ?? (await enqueue(() => create(name, width, format, key)));
      return bytes && { bytes, type: format === "avif" ? avifOrWebp(bytes) : type };
    },
    file: (name) => originals.read(name),
    store: (name, bytes) => originals.write(name, bytes),
    async remove(name) {
      await originals.remove(name);
      await Promise.all(variantsOf(name).map((key) => variants.remove(key)));
    },
    list: (folder) => originals.list(folder),
  };
}

function keyOf(name: string, width: PictureWidth, extension: string): string {
  return `${variantVersion}/${name}/${width}.${extension}`;
}

function variantsOf(name: string): string[] {
  const extensions = ["avif", "webp", "jpeg", extensionOf(name)];
  return pictureWidths.flatMap((width) => extensions.map((end) => keyOf(name, width, end)));
}

/** sharp cannot write animated AVIF: animations are stored as WebP under the same key. */
function animatedFormat(format: PictureFormat): PictureFormat {
  return format === "avif" ? "webp" : format;
}

function avifOrWebp(bytes: Buffer): string {
  return (detectPictureType(bytes) === "webp" && pictureTypes.webp) || avifType;
}

function encode(picture: Sharp, format: PictureFormat): Sharp {
  if (format === "avif") return picture.avif(avif);
  if (format === "jpeg") return picture.flatten({ background: "#fff" }).jpeg(jpeg);
  return format === "webp" ? picture.webp(webp) : picture;
}
