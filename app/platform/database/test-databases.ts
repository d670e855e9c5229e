import { randomUUID } from "node:crypto";
import { Client, Pool } from "pg";
import { migrate } from "./migrate.ts";
import { connectionOptions } from "./postgres/connection.ts";
import { inTransaction } from "./postgres/open.ts";
import { keepPristine } from "./pristine.ts";

const templates = { migrated: "template_shop", empty: "template0" };

/** Makes, on the server at `url`, the migrated database that test databases are copied from. */
export async function prepareTemplate(url: string): Promise<void> {
  await command(url, `CREATE DATABASE ${templates.migrated} TEMPLATE ${templates.empty}`);
  const pool = new Pool(connectionOptions(addressOf(url, templates.migrated)));
  await migrate(inTransaction(pool));
  await inTransaction(pool)(keepPristine);
  await pool.end();
}

/** The address of a new database on the server at `url`. */
export async function createTestDatabase(
  url: string,
  template: keyof typeof templates = "migrated",
): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await command(url, `CREATE DATABASE ${name} TEMPLATE ${templates[template]}`);
  return addressOf(url, name);
}

async function command(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
