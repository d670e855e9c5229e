import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { type ArchiveHead, type ArchiveTail, headName, tailName } from "./manifest.ts";
import { listPictures, readPicture } from "./pictures.ts";
import type { Place } from "./place.ts";
import { beginSnapshot, readRows } from "./rows.ts";
import { createSum } from "./sums.ts";
import { listMigrations, listSequences, listTables } from "./tables.ts";

export type ArchiveCounts = { rows: number; pictures: number };

/**
 * Writes all rows of a place, as they are at one moment, and all pictures into one file, readable by its owner alone.
 * Under its name there is the whole file or none, power cuts included.
 */
export async function writeArchive(
  place: Place,
  media: (shop: string) => MediaStore,
  file: string,
): Promise<ArchiveCounts> {
  const aside = `${file}.${randomUUID()}.part`;
  try {
    const { readable, controller } = createTarPacker();
    const [, counts] = await Promise.all([
      pipeline(
        Readable.fromWeb(readable as WebStream),
        createGzip(),
        createWriteStream(aside, { flags: "wx", mode: 0o600, flush: true }),
      ),
      pack(controller, place, media),
    ]);
    await rename(aside, file);
    await syncFolder(path.dirname(file));
    return counts;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function pack(
  tar: TarPackController,
  place: Place,
  media: (shop: string) => MediaStore,
): Promise<ArchiveCounts> {
  try {
    const { shop, tables } = await packRows(tar, place);
    // After the rows: a picture is stored before a row names it, and stays a day after none does.
    const pictures = await packPictures(tar, media(shop));
    await add(tar, tailName, JSON.stringify({ tables, pictures } satisfies ArchiveTail));
    tar.finalize();
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { rows, pictures: Object.keys(pictures).length };
  } catch (error) {
    tar.error(error);
    throw error;
  }
}

function packRows(
  tar: TarPackController,
  place: Place,
): Promise<{ shop: string; tables: ArchiveTail["tables"] }> {
  return place.inTransaction(async (run) => {
    await beginSnapshot(run);
    const [settings] = await run("SELECT id::text AS id FROM settings");
    const head: ArchiveHead = {
      format: 1,
      made_at: new Date().toISOString(),
      shop: String(settings?.id),
      migrations: await listMigrations(run),
      tables: await listTables(run),
      sequences: await listSequences(run),
    };
    await add(tar, headName, JSON.stringify(head));
    const tables: ArchiveTail["tables"] = {};
    for (const table of head.tables) {
      const sum = createSum();
      let page = 0;
      for await (const rows of readRows(run, table)) {
        sum.add(rows);
        page += 1;
        await add(tar, `rows/${table.name}/${page}.json`, JSON.stringify(rows));
      }
      tables[table.name] = sum.read();
    }
    return { shop: head.shop, tables };
  });
}

async function packPictures(
  tar: TarPackController,
  media: MediaStore,
): Promise<ArchiveTail["pictures"]> {
  const sums: ArchiveTail["pictures"] = {};
  for (const name of await listPictures(media)) {
    const picture = await readPicture(media, name);
    if (!picture) continue;
    await add(tar, `pictures/${name}`, picture.bytes);
    sums[name] = picture.sha256;
  }
  return sums;
}

async function add(tar: TarPackController, name: string, body: string | Buffer): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(body));
  const writer = tar.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
  await writer.write(bytes);
  await writer.close();
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system keeps names by journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
