import { hash } from "node:crypto";
import type { RunSql } from "#app/platform/database/migrate.ts";
import { type Row, readRows } from "./rows.ts";
import type { Table } from "./tables.ts";

/** What a table holds, in short: two tables with the same sum hold the same rows, in whatever order. */
export type Sum = { rows: number; sha256: string };

const modulus = 2n ** 256n;

/** Adds up rows as they pass. */
export function createSum(): { add(rows: Row[]): void; read(): Sum } {
  let count = 0;
  let total = 0n;
  return {
    add(rows) {
      count += rows.length;
      for (const row of rows) total += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
      total %= modulus;
    },
    read: () => ({ rows: count, sha256: total.toString(16).padStart(64, "0") }),
  };
}

export type Sums = Record<string, Sum>;

/** The sum of each table, as the transaction sees it. */
export async function sumTables(run: RunSql, tables: Table[]): Promise<Sums> {
  const sums: Sums = {};
  for (const table of tables) {
    const sum = createSum();
    for await (const rows of readRows(run, table)) sum.add(rows);
    sums[table.name] = sum.read();
  }
  return sums;
}

/** The tables in which two databases differ, by name. */
export function differences(one: Sums, other: Sums): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows,
  );
}
