import { expect } from "vitest";
import type { ImportLine } from "#app/domain/catalogue/import/product-import.ts";
import type { Database } from "#app/platform/database/database.ts";
import { sessionCookie } from "./admin-session.ts";

type ImportOptions = { dry?: boolean; versions?: object; columns?: unknown };

/** Sends product files as the administrator. */
export function createFileSender(database: Database, url: string) {
  return async (
    file: string | Uint8Array<ArrayBuffer>,
    { dry = false, versions, columns }: ImportOptions = {},
  ): Promise<Response> => {
    const body = new FormData();
    body.append("file", new File([file], "produtos.csv", { type: "text/csv" }));
    if (versions) body.append("versions", JSON.stringify(versions));
    if (columns) body.append("columns", JSON.stringify(columns));
    const headers = { Cookie: await sessionCookie(database) };
    const query = dry ? "?dry_run=1" : "";
    return fetch(`${url}/api/products/import${query}`, { method: "POST", headers, body });
  };
}

/** A file of new products, with prices of these cents. */
export function manyRows(count: number, cents: string): string {
  const fruits = Array.from({ length: count }, (_, at) => `fruta-${at};Fruta;${at},${cents}`);
  return ["slug;título;preço", ...fruits].join("\n");
}

export async function linesOf(response: Response): Promise<ImportLine[]> {
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export async function resultOf(response: Response) {
  const last = (await linesOf(response)).at(-1);
  if (last?.type !== "result") throw new Error(`no result: ${JSON.stringify(last)}`);
  return last;
}

export const rowsOf = async (response: Response) => (await resultOf(response)).rows;
