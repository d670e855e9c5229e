import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { runServerFaults } from "#tests/faults/server/suite.ts";
import { login, signIn } from "#tests/load/seller.ts";
import { findPostgres } from "#tests/support/postgres.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { testSeed } from "#tests/support/test-run.ts";

const faults = { kills: 2, databaseRestarts: 1, fullDisks: 1, storageCuts: 1, clockMoves: 1 };
const hasPostgres = (await findPostgres()) !== undefined;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
beforeAll(() => promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]));

// Concurrent, because each waits most of the time for a restart.
describe.concurrent("no order is lost, duplicated or invented under faults", () => {
  test("on the embedded database", () =>
    runServerFaults({ engine: "embedded", orders: 400, seed: testSeed, faults }));

  test.skipIf(!hasPostgres)("on PostgreSQL, with two processes", () =>
    runServerFaults({ engine: "postgres", orders: 400, seed: testSeed + 1, faults }),
  );
});

test("an import is finished after its process was killed", async () => {
  const folder = await temporaryFolder();
  const env = { SEED: "open", ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password };
  const shop = await startShop(folder, env);
  const rows = Array.from({ length: 2000 }, (_, index) => `fruta-${index};Fruta ${index};10`);
  const body = new FormData();
  body.append("file", new File([["slug;título;preço", ...rows].join("\n")], "produtos.csv"));
  const address = `${shop.url}/api/products/import`;
  const headers = { Cookie: await signIn(shop.url) };
  const response = await fetch(address, { method: "POST", headers, body });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    if (decoder.decode(bytes).includes('"done":300,')) break;
  }
  await shop.stop("SIGKILL");
  const restarted = await startShop(folder, env);
  try {
    const cookie = await signIn(restarted.url);
    const countStored = async () => {
      const exported = `${restarted.url}/api/products/export.csv`;
      const file = await (await fetch(exported, { headers: { Cookie: cookie } })).text();
      return file.split('"fruta-').length - 1;
    };
    await vi.waitFor(async () => expect(await countStored()).toBe(2000), 60_000);
  } finally {
    await restarted.stop();
    await removeFolder(folder);
  }
});
