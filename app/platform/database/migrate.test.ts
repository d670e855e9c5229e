import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { openEmptyDatabase } from "#tests/support/engines.ts";
import { testLog } from "#tests/support/rows.ts";
import { type InTransaction, migrate } from "./migrate.ts";

const { inTransaction, close } = await openEmptyDatabase(inject("postgresUrl"));
afterAll(close);
beforeEach(() => inTransaction((run) => run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")));

function migrations(files: Record<string, string>, functions?: Record<string, string>): URL {
  const folder = mkdtempSync(path.join(tmpdir(), "pomar-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  if (functions) mkdirSync(path.join(folder, "functions"));
  for (const [name, text] of Object.entries(functions ?? {}))
    writeFileSync(path.join(folder, "functions", name), text);
  return pathToFileURL(`${folder}/`);
}

const names = () => inTransaction((run) => run("SELECT name FROM migrations ORDER BY name"));
const tables = async () => {
  const rows = await inTransaction((run) =>
    run("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"),
  );
  return rows.map((row) => row.tablename);
};

const first = "CREATE TABLE fruits (name text);\nINSERT INTO fruits VALUES ('caju; ou -- outra');";
const second = `CREATE FUNCTION ripe() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1;
  RETURN true;
END $$;
ALTER TABLE fruits ADD COLUMN ripe boolean DEFAULT ripe();`;

it("runs each file once, in the order of the names", async () => {
  const folder = migrations({
    "0002_ripe.sql": second,
    "0001_fruits.sql": first,
    "notes.txt": "?",
  });
  await migrate(inTransaction, { folder });
  await migrate(inTransaction, { folder });
  expect(await names()).toEqual([{ name: "0001_fruits.sql" }, { name: "0002_ripe.sql" }]);
  expect(await inTransaction((run) => run("SELECT * FROM fruits"))).toEqual([
    { name: "caju; ou -- outra", ripe: true },
  ]);
});

it("runs only new migrations", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  await migrate(inTransaction, {
    folder: migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }),
  });
  expect(await names()).toHaveLength(2);
});

it("changes nothing when one of them fails", async () => {
  const folder = migrations({
    "0001_fruits.sql": first,
    "0002_wrong.sql": "SELECT 1; SELECT no_such();",
  });
  await expect(migrate(inTransaction, { folder })).rejects.toThrow("no_such");
  expect(await tables()).toEqual(["migrations"]);
  expect(await names()).toEqual([]);
});

it("rejects a migration that was edited after it ran", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  const edited = migrations({ "0001_fruits.sql": `${first}\n-- só um comentário` });
  await expect(migrate(inTransaction, { folder: edited })).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: "0001_fruits.sql was edited after this database ran it",
  });
});

it("rejects a database that a newer version upgraded", async () => {
  await migrate(inTransaction, {
    folder: migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }),
  });
  await expect(
    migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) }),
  ).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("newer version (0002_ripe.sql)"),
  });
});

it("rejects a pending migration that is older than one that ran", async () => {
  await migrate(inTransaction, { folder: migrations({ "0002_fruits.sql": first }) });
  const merged = migrations({ "0001_late.sql": "SELECT 1", "0002_fruits.sql": first });
  await expect(migrate(inTransaction, { folder: merged })).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("0001_late.sql has not run, but the later 0002_fruits.sql"),
  });
});

describe("before an upgrade", () => {
  const upgraded = { "0001_fruits.sql": first, "0002_ripe.sql": second, "0003_x.sql": "SELECT 1" };

  it("lets the caller save the database, and logs what ran", async () => {
    const calls: unknown[] = [];
    const log = {
      ...testLog,
      info: (details: object, message: string) => calls.push([message, details]),
    };
    const beforeUpgrade = async (inside: InTransaction, migration: string) => {
      const rows = await inside((run) => run("SELECT * FROM fruits"));
      calls.push([migration, rows]);
    };
    const options = { log, beforeUpgrade };
    await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }), ...options });
    await migrate(inTransaction, { folder: migrations(upgraded), ...options });
    await migrate(inTransaction, { folder: migrations(upgraded), ...options });
    const ran = (...names: string[]) => [
      "ran database migrations",
      { migrations: names, count: names.length, durationMs: expect.any(Number) },
    ];
    expect(calls).toEqual([
      ran("0001_fruits.sql"),
      ["0002_ripe", [{ name: "caju; ou -- outra" }]],
      ran("0002_ripe.sql", "0003_x.sql"),
    ]);
  });

  it("changes nothing when saving the database fails", async () => {
    await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
    const beforeUpgrade = () => Promise.reject(new Error("no space"));
    const folder = migrations(upgraded);
    await expect(migrate(inTransaction, { folder, beforeUpgrade })).rejects.toThrow("no space");
    expect(await names()).toEqual([{ name: "0001_fruits.sql" }]);
  });
});

it("accepts the same file with Windows line endings", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  const fetched = migrations({ "0001_fruits.sql": first.replaceAll("\n", "\r\n") });
  await expect(migrate(inTransaction, { folder: fetched })).resolves.toBeUndefined();
});

it("creates the shop's tables", async () => {
  await migrate(inTransaction);
  expect(await tables()).toEqual(
    expect.arrayContaining(["categories", "pedidos", "products", "settings"]),
  );
  expect(await inTransaction((run) => run("SELECT count(*) AS rows FROM audit_logs"))).toEqual([
    { rows: 0 },
  ]);
});

const ripeness = (text: string) => `
CREATE OR REPLACE FUNCTION ripeness() RETURNS text LANGUAGE sql AS $$ SELECT '${text}' $$;
CREATE OR REPLACE FUNCTION fill_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := ripeness();
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER fruits_name BEFORE INSERT ON fruits FOR EACH ROW EXECUTE FUNCTION fill_name();`;

it("applies functions and triggers again when their text changes, and without saving the database", async () => {
  const insert = () =>
    inTransaction((run) => run("INSERT INTO fruits VALUES ('caju') RETURNING name"));
  const beforeUpgrade = () => Promise.reject(new Error("no upgrade"));
  const files = (text: string) =>
    migrations({ "0001_fruits.sql": first }, { "01_fruits.sql": text });
  await migrate(inTransaction, { folder: files(ripeness("verde")) });
  expect(await insert()).toEqual([{ name: "verde" }]);
  await inTransaction((run) => run("DROP TRIGGER fruits_name ON fruits"));
  await migrate(inTransaction, { folder: files(ripeness("verde")), beforeUpgrade });
  expect(await insert()).toEqual([{ name: "caju" }]);
  await migrate(inTransaction, { folder: files(ripeness("madura")), beforeUpgrade });
  expect(await insert()).toEqual([{ name: "madura" }]);
  expect(await names()).toEqual([{ name: "0001_fruits.sql" }, { name: "functions" }]);
});

it("rejects a database from before the first release", async () => {
  await migrate(inTransaction);
  await inTransaction((run) => run("INSERT INTO migrations VALUES ('0000_from-40eb917', 'x')"));
  await expect(migrate(inTransaction)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("from before the first release"),
  });
});
