import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import {
  type ArchiveHead,
  type ArchiveTail,
  headName,
  headSchema,
  tailName,
  tailSchema,
} from "./manifest.ts";
import { Refusal } from "./refusal.ts";
import type { Row } from "./rows.ts";
import { createSum, differences } from "./sums.ts";

export type ArchivePart =
  | { kind: "head"; head: ArchiveHead }
  | { kind: "rows"; table: string; rows: Row[] }
  | { kind: "picture"; name: string; bytes: Buffer }
  | { kind: "tail"; tail: ArchiveTail };

/** The parts of an archive in their order: head, rows table by table, pictures, tail. Throws when it is damaged. */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on("error", (error) => unpacked.destroy(error));
  const bytes = Readable.toWeb(unpacked) as ReadableStream<Uint8Array>;
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      yield partOf(header.name, Buffer.from(await new Response(body).arrayBuffer()));
    }
  } finally {
    source.destroy();
  }
}

function partOf(name: string, bytes: Buffer): ArchivePart {
  if (name === headName) return { kind: "head", head: headSchema.parse(parse(bytes)) };
  if (name === tailName) return { kind: "tail", tail: tailSchema.parse(parse(bytes)) };
  const [, rowsOf] = /^rows\/([^/]+)\/\d+\.json$/.exec(name) ?? [];
  if (rowsOf) return { kind: "rows", table: rowsOf, rows: parse(bytes) as Row[] };
  const [, picture] = /^pictures\/(.+)$/.exec(name) ?? [];
  if (picture) return { kind: "picture", name: picture, bytes };
  throw new Error(`${name} is no part of an archive`);
}

/** Reads the whole file and compares it with its own sums; refuses one that is damaged, cut short or something else. */
export async function checkArchive(
  file: string,
): Promise<{ head: ArchiveHead; tail: ArchiveTail }> {
  const { head, tail, tables, pictures } = await reckon(file).catch((cause) => {
    if (cause.code === "ENOENT") throw new Refusal(`there is no file ${file}`);
    throw new Refusal(`${file} is no archive of a shop, or is damaged`, { cause });
  });
  if (!head || !tail) throw new Refusal(`${file} was cut short`);
  const wrong = [...differences(tables, tail.tables), ...wrongPictures(pictures, tail.pictures)];
  if (wrong.length > 0) throw new Refusal(`${file} is damaged: ${wrong.slice(0, 3).join(", ")}`);
  return { head, tail };
}

type Reckoned = { head?: ArchiveHead; tail?: ArchiveTail } & ArchiveTail;

/** What the file says of itself, and what it really holds. */
async function reckon(file: string): Promise<Reckoned> {
  const sums = new Map<string, ReturnType<typeof createSum>>();
  const reckoned: Reckoned = { tables: {}, pictures: {} };
  for await (const part of readArchive(file)) {
    if (part.kind === "head") {
      reckoned.head = part.head;
      for (const { name } of part.head.tables) sums.set(name, createSum());
    } else if (part.kind === "tail") reckoned.tail = part.tail;
    else if (part.kind === "rows") sums.get(part.table)?.add(part.rows);
    else reckoned.pictures[part.name] = hash("sha256", part.bytes);
  }
  for (const [name, sum] of sums) reckoned.tables[name] = sum.read();
  return reckoned;
}

function wrongPictures(read: ArchiveTail["pictures"], told: ArchiveTail["pictures"]): string[] {
  const names = new Set([...Object.keys(read), ...Object.keys(told)]);
  return [...names].filter((name) => read[name] !== told[name]);
}

function parse(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
