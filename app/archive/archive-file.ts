import { hash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker, type TarPackController } from "modern-tar";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { z } from "#app/shared/zod.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveDatabase } from "./databases.ts";
import { listPictures, readPicture } from "./pictures.ts";
import {
  beginSnapshot,
  type Checksums,
  compareChecksums,
  createChecksum,
  listMigrations,
  listSequences,
  listTables,
  type Row,
  readRows,
} from "./rows.ts";

/** First and last entry of an archive. */
const headName = "pomar.json";
const tailName = "sums.json";

/** Describes the rows that follow, each a JSON array of its table's columns, texts or null. */
const headSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The id of the shop's settings. */
  shop: z.uuid(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ArchiveHead = z.infer<typeof headSchema>;

/** Counts and checksums of all entries before it; an archive without them is truncated. */
const tailSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  pictures: z.record(z.string(), z.string()),
});
export type ArchiveTail = z.infer<typeof tailSchema>;

export type ArchiveCounts = { rows: number; pictures: number };

/**
 * Writes a snapshot of all rows and all pictures to one file, readable by its owner only. The file appears under its
 * name only when it is complete and synced.
 */
export async function writeArchive(
  source: ArchiveDatabase,
  media: (shop: string) => MediaStore,
  file: string,
): Promise<ArchiveCounts> {
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const { readable, controller } = createTarPacker();
    const [, counts] = await Promise.all([
      pipeline(
        Readable.fromWeb(readable as WebStream),
        createGzip(),
        createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true }),
      ),
      pack(controller, source, media),
    ]);
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
    return counts;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function pack(
  tar: TarPackController,
  source: ArchiveDatabase,
  media: (shop: string) => MediaStore,
): Promise<ArchiveCounts> {
  try {
    const { shop, tables } = await packRows(tar, source);
    // The pictures follow the rows: a picture is stored before a row refers to it, and deleted 30 days after the last reference.
    const pictures = await packPictures(tar, media(shop));
    const tail: ArchiveTail = { tables, pictures };
    await addEntry(tar, tailName, JSON.stringify(tail));
    tar.finalize();
    return countEntries(tail);
  } catch (error) {
    tar.error(error);
    throw error;
  }
}

export function countEntries({ tables, pictures }: ArchiveTail): ArchiveCounts {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, pictures: Object.keys(pictures).length };
}

function packRows(
  tar: TarPackController,
  source: ArchiveDatabase,
): Promise<{ shop: string; tables: Checksums }> {
  return source.inTransaction(async (run) => {
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
    await addEntry(tar, headName, JSON.stringify(head));
    const tables: Checksums = {};
    for (const table of head.tables) {
      const checksum = createChecksum();
      let page = 0;
      for await (const rows of readRows(run, table)) {
        checksum.add(rows);
        page += 1;
        await addEntry(tar, `rows/${table.name}/${page}.json`, JSON.stringify(rows));
      }
      tables[table.name] = checksum.read();
    }
    return { shop: head.shop, tables };
  });
}

async function packPictures(
  tar: TarPackController,
  media: MediaStore,
): Promise<ArchiveTail["pictures"]> {
  const checksums: ArchiveTail["pictures"] = {};
  for (const name of await listPictures(media)) {
    const picture = await readPicture(media, name);
    if (!picture) continue;
    await addEntry(tar, `pictures/${name}`, picture.bytes);
    checksums[name] = picture.sha256;
  }
  return checksums;
}

async function addEntry(
  tar: TarPackController,
  name: string,
  body: string | Buffer,
): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(body));
  const writer = tar.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
  await writer.write(bytes);
  await writer.close();
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file system journals names.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

type ArchiveEntry =
  | { kind: "head"; head: ArchiveHead }
  | { kind: "rows"; table: string; rows: Row[] }
  | { kind: "picture"; name: string; bytes: Buffer }
  | { kind: "tail"; tail: ArchiveTail };

/** The entries of an archive in order: head, rows by table, pictures, tail. Throws when the file is damaged. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on("error", (error) => unpacked.destroy(error));
  const bytes = Readable.toWeb(unpacked) as ReadableStream<Uint8Array>;
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      yield parseEntry(header.name, Buffer.from(await new Response(body).arrayBuffer()));
    }
  } finally {
    source.destroy();
  }
}

function parseEntry(name: string, bytes: Buffer): ArchiveEntry {
  if (name === headName) return { kind: "head", head: headSchema.parse(parseJson(bytes)) };
  if (name === tailName) return { kind: "tail", tail: tailSchema.parse(parseJson(bytes)) };
  const [, table] = /^rows\/([^/]+)\/\d+\.json$/.exec(name) ?? [];
  if (table) return { kind: "rows", table, rows: parseJson(bytes) as Row[] };
  const [, picture] = /^pictures\/(.+)$/.exec(name) ?? [];
  if (picture) return { kind: "picture", name: picture, bytes };
  throw new Error(`${name} is not part of an archive`);
}

function parseJson(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}

/** Reads the whole file and compares it with its checksums; throws when it is damaged, truncated or not an archive. */
export async function verifyArchive(
  file: string,
): Promise<{ head: ArchiveHead; tail: ArchiveTail }> {
  const { head, tail, tables, pictures } = await scanArchive(file).catch((cause) => {
    if (cause.code === "ENOENT") throw new ArchiveError(`there is no file ${file}`);
    throw new ArchiveError(`${file} is not an archive of a shop, or is damaged`, { cause });
  });
  if (!head || !tail) throw new ArchiveError(`${file} is truncated`);
  const wrong = [
    ...compareChecksums(tables, tail.tables),
    ...comparePictures(pictures, tail.pictures),
  ];
  if (wrong.length > 0) {
    throw new ArchiveError(`${file} is damaged: ${wrong.slice(0, 3).join(", ")}`);
  }
  return { head, tail };
}

type ScannedArchive = { head?: ArchiveHead; tail?: ArchiveTail } & ArchiveTail;

async function scanArchive(file: string): Promise<ScannedArchive> {
  const checksums = new Map<string, ReturnType<typeof createChecksum>>();
  const scanned: ScannedArchive = { tables: {}, pictures: {} };
  for await (const entry of readArchive(file)) {
    if (entry.kind === "head") {
      scanned.head = entry.head;
      for (const { name } of entry.head.tables) checksums.set(name, createChecksum());
    } else if (entry.kind === "tail") scanned.tail = entry.tail;
    else if (entry.kind === "rows") checksums.get(entry.table)?.add(entry.rows);
    else scanned.pictures[entry.name] = hash("sha256", entry.bytes);
  }
  for (const [name, checksum] of checksums) scanned.tables[name] = checksum.read();
  return scanned;
}

function comparePictures(
  actual: ArchiveTail["pictures"],
  expected: ArchiveTail["pictures"],
): string[] {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...names].filter((name) => actual[name] !== expected[name]);
}
