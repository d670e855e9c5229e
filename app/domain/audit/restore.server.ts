import { isDeepStrictEqual } from "node:util";
import type {
  RestoredIdentity,
  SaveRejection,
  SaveResult,
  VersionedRow,
} from "#app/domain/kernel/editing/schema.ts";
import { findMissingPictures, withoutPictures } from "#app/domain/media/commands.server.ts";
import type { Author, Database } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { pick } from "#app/shared/pick.ts";
import type { z } from "#app/shared/zod.ts";
import { findAuditLog } from "./queries.server.ts";
import type { AuditLog, Restoration, RestoreSide } from "./schema.ts";

/** Restores a row to what the audit log has of it, through the commands that save any other edit. */

export type Fields = Record<string, unknown>;
type Saved = SaveResult<VersionedRow>;

/** Describes how the rows of a table are restored. `fields` are named as in the API. */
export type RestorableTable = {
  find(database: Database, id: string): Promise<(VersionedRow & object) | undefined>;
  /** Selects the restorable values of a logged row. A column that was added later is missing in it. */
  fieldsOf(logged: Fields): Fields;
  change(database: Database, author: Author, id: string, changes: Fields): Promise<Saved>;
  /** Inserts a deleted row again; absent where rows are never deleted. */
  insert?(
    database: Database,
    author: Author,
    fields: Fields,
    identity: RestoredIdentity,
  ): Promise<Saved>;
  /** Columns that only a deleted row gets back: an existing one has its current value. */
  onlyDeleted?: readonly string[];
};

/** The restorable tables by name: `app/restorable-tables.ts` has those of the shop. */
export type RestorableTables = Partial<Record<string, RestorableTable>>;

export type RestoreRejection =
  | { ok: false; reason: "not-found" }
  /** Orders, a row that did not exist, or a deleted row that cannot be inserted again. */
  | { ok: false; reason: "not-restorable" };

export type RestorePlan = { ok: true; restoration: Restoration } | RestoreRejection;

/** Compares a logged row with the current one: the fields that restoring would change now. */
export async function planRestoration(
  database: Database,
  pictures: Pictures,
  tables: RestorableTables,
  id: string,
  side: RestoreSide,
): Promise<RestorePlan> {
  const log = await findAuditLog(database, id);
  return log ? plan(database, pictures, tables, log, side) : { ok: false, reason: "not-found" };
}

/**
 * Restores a row and returns it; a conflict if it was saved, deleted or restored since `version` was read. A row that
 * already equals the restored one is not saved.
 */
export async function restoreRow(
  database: Database,
  pictures: Pictures,
  tables: RestorableTables,
  author: Author,
  id: string,
  { side, version }: { side: RestoreSide; version: number | null },
): Promise<Saved | RestoreRejection> {
  const log = await findAuditLog(database, id);
  if (!log) return { ok: false, reason: "not-found" };
  const planned = await plan(database, pictures, tables, log, side);
  if (!planned.ok) return planned;
  const { record_id } = log;
  const { table, current, restoration } = planned;
  const { after } = restoration;
  if (!current && version !== null) return { ok: false, reason: "not-found" };
  if (current && current.version !== version) return { ok: false, reason: "stale", current };
  if (current) {
    if (Object.keys(after).length === 0) return { ok: true, row: current };
    return table.change(database, author, record_id, { ...after, version: current.version });
  }
  if (!table.insert) return { ok: false, reason: "not-restorable" };
  const identity = identityOf(record_id, log);
  return rejectInserted(database, table, record_id, () =>
    table.insert?.(database, author, after, identity),
  );
}

type Planned = {
  ok: true;
  table: RestorableTable;
  current: (VersionedRow & object) | undefined;
  restoration: Restoration;
};

async function plan(
  database: Database,
  pictures: Pictures,
  tables: RestorableTables,
  log: AuditLog,
  side: RestoreSide,
): Promise<Planned | RestoreRejection> {
  const table = tables[log.table_name];
  const logged = side === "before" ? log.old_data : log.new_data;
  if (!table || !logged) return { ok: false, reason: "not-restorable" };
  const current = await table.find(database, log.record_id);
  if (!current && !table.insert) return { ok: false, reason: "not-restorable" };
  const missing = await findMissingPictures(pictures, logged);
  const fields = withoutPictures(table.fieldsOf(logged), missing) as Fields;
  const changed = Object.entries(fields).filter(
    ([name, value]) =>
      !current ||
      !(table.onlyDeleted?.includes(name) || isDeepStrictEqual(value, Reflect.get(current, name))),
  );
  const before = current && changed.map(([name]) => [name, Reflect.get(current, name)] as const);
  const restoration = {
    table_name: log.table_name,
    record_id: log.record_id,
    version: current?.version ?? null,
    before: before ? Object.fromEntries(before) : null,
    after: Object.fromEntries(changed),
    missing_pictures: missing.size,
  };
  return { ok: true, table, current, restoration };
}

/** The restored row continues the deleted row's versions, so that an old version never matches it. */
function identityOf(id: string, { old_data, new_data }: AuditLog): RestoredIdentity {
  const { version, created_at } = new_data ?? old_data ?? {};
  return {
    id,
    version: Number(version ?? 0) + 1,
    ...(typeof created_at === "string" && { created_at: new Date(created_at) }),
  };
}

/** A conflict when another request has just restored the row. */
async function rejectInserted(
  database: Database,
  table: RestorableTable,
  id: string,
  insert: () => Promise<Saved> | undefined,
): Promise<Saved> {
  try {
    return (await insert()) ?? { ok: false, reason: "not-found" };
  } catch (error) {
    if (!violatedUnique(error)?.endsWith("_pkey")) throw error;
    const current = await table.find(database, id);
    return current ? { ok: false, reason: "stale", current } : { ok: false, reason: "not-found" };
  }
}

/** The result of `save`, or what is wrong with the fields: rules may have changed since they were logged. */
export function withValid<T>(
  schema: z.ZodType<T>,
  fields: Fields,
  save: (valid: T) => Promise<Saved>,
): Promise<Saved> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return save(parsed.data);
  const errors = parsed.error.issues.map(({ path, message }) => ({
    field: path.join("."),
    message,
  }));
  const rejection: SaveRejection<VersionedRow> = { ok: false, reason: "invalid", errors };
  return Promise.resolve(rejection);
}

export const namesOf = (schema: { shape: object }) =>
  Object.keys(schema.shape).filter((name) => name !== "version" && name !== "position");

/** The fields of a schema, and the command that saves a change of them. */
export function restoredBy<T>(
  schema: z.ZodType<T> & { shape: object },
  change: (database: Database, author: Author, id: string, changes: T) => Promise<Saved>,
): Pick<RestorableTable, "fieldsOf" | "change"> {
  return {
    fieldsOf: (logged) => pick(logged, namesOf(schema)),
    change: (database, author, id, changes) =>
      withValid(schema, changes, (valid) => change(database, author, id, valid)),
  };
}

export function insertedBy<T>(
  schema: z.ZodType<T>,
  create: (
    database: Database,
    author: Author,
    fields: T,
    identity: RestoredIdentity,
  ) => Promise<Saved>,
): RestorableTable["insert"] {
  return (database, author, fields, identity) =>
    withValid(schema, fields, (valid) => create(database, author, valid, identity));
}
