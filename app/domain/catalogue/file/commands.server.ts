import { randomBytes } from "node:crypto";
import pLimit from "p-limit";
import type { ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { CatalogueDocument } from "#app/platform/catalogue-pdf/catalogue-document.ts";
import { writeCatalogue } from "#app/platform/catalogue-pdf/write-catalogue.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import type { CatalogueFileProgress } from "./schema.ts";
import { fileDays } from "./schema.ts";

const folder = "catalogue-files";
/** The last day, and 128 random bits, so that it cannot be guessed. */
const fileName = /^(\d{4}-\d{2}-\d{2})-[\w-]{22}\.pdf$/;

const pictureWidth = 320;
/** Visitors' pictures are resized in the same queue. */
const pictureConcurrency = 4;

type Progress = (progress: Omit<CatalogueFileProgress, "type">) => void;

/**
 * Makes and stores the file. `signal` stops the work. Returns the file's name, size and last day.
 *
 * The pictures are resized in the queue of all pictures. A worker thread draws the pages, because the layout takes a second or two, in
 * which the process would answer no request. The name is the end of the file's address `/catalogo/…` and says when it expires: there is
 * no table of files, and no backup has them. Requests for wrong names count as wrong links. Prices of a table in a file stay what they
 * were, also after the link of the table is revoked.
 */
export async function makeCatalogueFile(
  { pictures, now }: Pick<ShopContext, "pictures" | "now">,
  contents: { document: CatalogueDocument; products: number },
  onProgress: Progress,
  signal: AbortSignal,
) {
  const { document, products } = contents;
  const task = { document, pictures: await readPictures(pictures, document, onProgress, signal) };
  onProgress({ phase: "pages", done: 0, total: products });
  const bytes = await writeCatalogue(
    task,
    (done) => onProgress({ phase: "pages", done, total: products }),
    signal,
  );
  const expires_on = addDays(dayOf(now()), fileDays);
  const name = `${expires_on}-${randomBytes(16).toString("base64url")}.pdf`;
  await pictures.store(`${folder}/${name}`, bytes);
  return { name, bytes: bytes.byteLength, expires_on };
}

async function readPictures(
  pictures: Pictures,
  { logo, categories }: CatalogueDocument,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const products = categories.flatMap(({ groups }) => groups.flatMap((group) => group.products));
  const pictureNames = [logo, ...products.map(({ picture }) => picture)];
  const names = [...new Set(pictureNames.filter((name) => name !== undefined))];
  let done = 0;
  const files = await pLimit(pictureConcurrency).map(names, async (name) => {
    signal.throwIfAborted();
    const bytes = await readPicture(pictures, name);
    done += 1;
    onProgress({ phase: "pictures", done, total: names.length });
    return [name, bytes] as const;
  });
  return new Map(files.flatMap(([name, bytes]) => (bytes ? [[name, bytes] as const] : [])));
}

/** Undefined for a picture that is missing or cannot be read: its product is shown without one. */
async function readPicture(pictures: Pictures, name: string): Promise<Buffer | undefined> {
  try {
    return (await pictures.variant(name, pictureWidth, "jpeg"))?.bytes;
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return undefined;
  }
}

export type OpenedFile =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: "not-found" | "expired" };

/** A file by the name in its address. */
export async function openCatalogueFile(
  { pictures, now }: Pick<ShopContext, "pictures" | "now">,
  name: string,
): Promise<OpenedFile> {
  const [, lastDay] = fileName.exec(name) ?? [];
  if (!lastDay) return { ok: false, reason: "not-found" };
  if (lastDay < dayOf(now())) return { ok: false, reason: "expired" };
  const bytes = await pictures.file(`${folder}/${name}`);
  return bytes ? { ok: true, bytes } : { ok: false, reason: "not-found" };
}

/** Deletes all files, since their prices and tables may be those of a shop that was emptied. */
export async function deleteCatalogueFiles({ pictures }: Pick<ShopContext, "pictures">) {
  for (const name of await pictures.list(folder)) await pictures.remove(name);
}

/** Deletes the files whose last day has passed. Several processes may do so at once. */
export async function deleteExpiredFiles({
  pictures,
  now,
}: Pick<ShopContext, "pictures" | "now">): Promise<void> {
  const today = dayOf(now());
  for (const name of await pictures.list(folder)) {
    const [, lastDay = today] = fileName.exec(name.slice(folder.length + 1)) ?? [];
    if (lastDay < today) await pictures.remove(name);
  }
}
