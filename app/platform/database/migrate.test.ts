import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Pool } from "pg";
import { afterAll, beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { Engine } from "./embedded/engine.ts";
import { inTransaction as onEngine } from "./embedded/open.ts";
import { type InTransaction, migrate } from "./migrate.ts";
import { inTransaction as onPool } from "./postgres/open.ts";
import { createTestDatabase } from "./test-databases.ts";

const { inTransaction, close } = await openEmpty(inject("postgresUrl"));
afterAll(close);
beforeEach(() => inTransaction((run) => run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")));

/** A database without tables, on the engine of this project (see `openTestDatabase`). */
async function openEmpty(
  url?: string,
): Promise<{ inTransaction: InTransaction; close(): Promise<void> }> {
  if (url) {
    const pool = new Pool({ connectionString: await createTestDatabase(url, "empty") });
    return { inTransaction: onPool(pool), close: () => pool.end() };
  }
  const engine = await Engine.start({});
  return { inTransaction: onEngine(engine), close: () => engine.close() };
}

function migrations(files: Record<string, string>): URL {
  const folder = mkdtempSync(path.join(tmpdir(), "pomar-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
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
  await migrate(inTransaction, folder);
  await migrate(inTransaction, folder);
  expect(await names()).toEqual([{ name: "0001_fruits.sql" }, { name: "0002_ripe.sql" }]);
  expect(await inTransaction((run) => run("SELECT * FROM fruits"))).toEqual([
    { name: "caju; ou -- outra", ripe: true },
  ]);
});

it("runs only new migrations", async () => {
  await migrate(inTransaction, migrations({ "0001_fruits.sql": first }));
  await migrate(inTransaction, migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }));
  expect(await names()).toHaveLength(2);
});

it("changes nothing when one of them fails", async () => {
  const folder = migrations({
    "0001_fruits.sql": first,
    "0002_wrong.sql": "SELECT 1; SELECT no_such();",
  });
  await expect(migrate(inTransaction, folder)).rejects.toThrow("no_such");
  expect(await tables()).toEqual([]);
});

it("rejects a migration that was edited after it ran", async () => {
  await migrate(inTransaction, migrations({ "0001_fruits.sql": first }));
  const edited = migrations({ "0001_fruits.sql": `${first}\n-- só um comentário` });
  await expect(migrate(inTransaction, edited)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: "0001_fruits.sql was edited after this database ran it",
  });
});

it("rejects a database that a newer version upgraded", async () => {
  await migrate(inTransaction, migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }));
  await expect(
    migrate(inTransaction, migrations({ "0001_fruits.sql": first })),
  ).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("newer version (0002_ripe.sql)"),
  });
});

it("accepts the same file with Windows line endings", async () => {
  await migrate(inTransaction, migrations({ "0001_fruits.sql": first }));
  const fetched = migrations({ "0001_fruits.sql": first.replaceAll("\n", "\r\n") });
  await expect(migrate(inTransaction, fetched)).resolves.toBeUndefined();
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
