import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const run = promisify(execFile);

/** The program of an integrator who uses the client. */
const program = `
import { createShopClient, ShopError, type Product } from "./shop-client.mts";

const [shopUrl = "", token, id = ""] = process.argv.slice(2);
const call = createShopClient(shopUrl, token);
const { items } = await call("GET /api/products", { query: { all: "1", limit: 10 } });
const titles: string[] = items.map((product: Product) => product.title);
const changed = await call("PATCH /api/products/{id}", {
  path: { id },
  headers: { "If-Match": "*" },
  body: { stock: 3, metadata: { erp: "7" } },
});
const failed = await call("PATCH /api/products/{id}", { path: { id }, body: { stock: 4, version: 1 } })
  .catch((error: unknown) => (error instanceof ShopError ? [error.status, error.problem?.type] : error));
// @ts-expect-error The id is missing.
const missing = () => call("GET /api/products/{id}");
// @ts-expect-error A stock is a number.
const wrong = () => call("PATCH /api/products/{id}", { path: { id }, body: { stock: "3" } });
console.log(JSON.stringify({ titles, stock: changed.stock, failed, unused: [missing, wrong].length }));
`;

test("the generated client is typed and works with a running shop", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "program.mts");
  await run(process.execPath, ["scripts/api-client.ts", path.join(folder, "shop-client.mts")]);
  await writeFile(file, program);
  const types = ["--types", "node", "--typeRoots", path.resolve("node_modules/@types")];
  const options = ["--noEmit", "--strict", "--target", "es2022", "--allowImportingTsExtensions"];
  const compile = ["--ignoreConfig", "--module", "nodenext", ...options, ...types, file];
  await run("node_modules/.bin/tsc", compile).catch(({ stdout }) => expect(stdout).toBe(""));

  const product = await addProduct(database);
  const created = await send("POST", "/api/auth/tokens", { name: "ERP", scope: "write" });
  const { token } = await created.json();
  const { stdout } = await run(process.execPath, [file, url, token, product.id]);
  expect(JSON.parse(stdout)).toEqual({
    titles: [product.title],
    stock: 3,
    failed: [409, "urn:pomar:stale-version"],
    unused: 2,
  });
});
