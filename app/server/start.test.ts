import { execFile as execFileBack, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createConnection, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pushKey } from "#app/domain/outgoing/push/table.ts";
import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { testLog } from "#tests/support/rows.ts";
import { startShop } from "#tests/support/shop-process.ts";

const execFile = promisify(execFileBack);
const folder = await mkdtemp(path.join(tmpdir(), "pomar-start-"));
const dataDir = path.join(folder, "data");
const own = path.join(folder, "own");
const demo = path.join(folder, "demo");
const empty = { SEED: "open", ADMIN_PASSWORD: "senha-de-teste" };

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
beforeAll(async () => {
  await execFile(process.execPath, ["scripts/build.mjs", "pages"]);
  for (const place of [dataDir, own, demo]) await addMigratedDatabase(place);
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a shop that is expected to exit: its error output and exit code. */
async function startExpectingError(env: Record<string, string>) {
  const child = spawn(process.execPath, ["app/server/start.ts"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir, ...empty, ...env },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

/** The lines of a shop's error output, until it has as many as are asked for. */
async function readErrorLines(env: Record<string, string>, count: number): Promise<string[]> {
  const child = spawn(process.execPath, ["app/server/start.ts"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir, ...empty, ...env },
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    if (lines.length === count) break;
  }
  child.kill("SIGKILL");
  return lines;
}

describe("a database that cannot be reached is said", () => {
  test("at once and at each attempt, when it refuses", { tags: ["nightly"] }, async () => {
    const DATABASE_URL = "postgres://loja:senha@127.0.0.1:1/loja";
    const line = expect.stringMatching(
      /^pomar: DATABASE_URL: no connection to 127\.0\.0\.1:1\/loja \(.*ECONNREFUSED.*\); trying again in 2 s$/,
    );
    expect(await readErrorLines({ DATABASE_URL }, 2)).toEqual([line, line]);
  });

  test("while it does not answer, and then at each attempt", { tags: ["nightly"] }, async () => {
    const silent = createTcpServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const DATABASE_URL = `postgres://loja:senha@127.0.0.1:${port}/loja`;
    const waiting = `pomar: waiting for the database 127.0.0.1:${port}/loja`;
    const failed = expect.stringMatching(/^pomar: DATABASE_URL: no connection to .*; trying again/);
    expect(await readErrorLines({ DATABASE_URL }, 3)).toEqual([waiting, failed, waiting]);
    silent.close();
  });
});

describe("a start error is one line", () => {
  test("an invalid variable", { tags: ["nightly"] }, async () => {
    expect(await startExpectingError({ PORT: "abc" })).toEqual({
      code: 1,
      output: "pomar: PORT must be a whole number from 0 to 65535\n",
    });
  });

  test("a port in use", { tags: ["nightly"] }, async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const unused = path.join(folder, "unused");
    expect(await startExpectingError({ PORT: String(port), DATA_DIR: unused })).toEqual({
      code: 1,
      output: `pomar: PORT ${port} is in use on 127.0.0.1\n`,
    });
    // Nothing was created or migrated before.
    expect(existsSync(unused)).toBe(false);
    other.close();
  });

  test.each(["nao-existe", "300.1.1.1", "203.0.113.1"])(
    "a host that is none, such as %s",
    { tags: ["nightly"] },
    async (HOST) => {
      const { code, output } = await startExpectingError({ HOST });
      expect(code).toBe(1);
      expect(output).toMatch(/^pomar: HOST \S+ is not an address of this machine \(\w+\)\n$/);
    },
  );

  test("a data folder that cannot be written", { tags: ["nightly"] }, async () => {
    await writeFile(path.join(folder, "file"), "");
    const within = path.join(folder, "file", "data");
    const { code, output } = await startExpectingError({ DATA_DIR: within });
    expect(code).toBe(1);
    expect(output).toMatch(/^pomar: DATA_DIR \S+ cannot be written \(\w+\)\n$/);
  });

  test.each(["/proc/loja", "/dev/null/loja", `/tmp/${"x".repeat(300)}`])(
    "an impossible data folder such as %s",
    { tags: ["nightly"] },
    async (impossible) => {
      const { code, output } = await startExpectingError({ DATA_DIR: impossible });
      expect(code).toBe(1);
      expect(output).toMatch(/^pomar: DATA_DIR \S+ cannot be written \(\w+\)\n$/);
    },
  );

  test("a data folder in use by another shop, which is not affected", {
    tags: ["nightly"],
  }, async () => {
    const shop = await startShop(dataDir, empty);
    const { code, output } = await startExpectingError({});
    expect(code).toBe(1);
    expect(output).toMatch(/^pomar: DATA_DIR is in use: [^\n]+\n$/);
    expect((await fetch(`${shop.url}/api/health`)).status).toBe(200);
    expect(await shop.stop()).toBe(0);
    // A password from the environment is never printed.
    expect(shop.output()).not.toContain(empty.ADMIN_PASSWORD);
  });
});

describe("the first start", () => {
  /** The push key in the database of a shop that is not running. */
  async function readStoredPushKey(place: string) {
    const { database, close } = await openEmbeddedDatabase(path.join(place, "database"), testLog);
    const keys = await database.select().from(pushKey);
    await close();
    return keys;
  }

  test("generates a password, printed once and readable by its owner only, and the key of web push", {
    tags: ["nightly"],
  }, async () => {
    const first = await startShop(own, { SEED: "none" });
    const [, password] = /password: (\S{23})\n/.exec(first.output()) ?? [];
    await first.stop();
    const file = path.join(own, "admin-password");
    expect(await readFile(file, "utf8")).toBe(password);
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
    const keys = await readStoredPushKey(own);
    expect(keys).toHaveLength(1);
    const second = await startShop(own, { SEED: "none" });
    await second.stop();
    expect(second.output()).not.toContain(password);
    expect(second.output()).toContain("Pomar is open at http://127.0.0.1:");
    expect(await readStoredPushKey(own)).toEqual(keys);
  });
});

test("on SIGTERM the shop finishes current requests and exits with 0", async () => {
  const shop = await startShop(dataDir, empty);
  const socket = createConnection({ port: Number(new URL(shop.url).port), host: "127.0.0.1" });
  socket.write(
    "POST /api/orders HTTP/1.1\r\nHost: loja\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n",
  );
  // A round trip on another connection ensures that the headers are read before the signal.
  await fetch(`${shop.url}/api/health`);
  const ended = shop.stop("SIGTERM");
  const visit = () => fetch(shop.url).catch(() => "rejected");
  await expect.poll(visit, { timeout: 9000 }).toBe("rejected");
  socket.write("{}");
  const [response] = await once(socket, "data");
  expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ended).toBe(0);
});

test("on SIGTERM the shop does not wait for event streams", { tags: ["nightly"] }, async () => {
  const shop = await startShop(dataDir, empty);
  const open = await Promise.all(
    Array.from({ length: 20 }, () => openEvents(`${shop.url}/api/events`)),
  );
  await Promise.all(open.map((stream) => stream.event("ready")));
  const startedAt = performance.now();
  expect(await shop.stop("SIGTERM")).toBe(0);
  // Current requests have ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(8000);
  for (const stream of open) expect(stream.text()).toMatch(/\n\nretry: \d{4}\n\n$/);
});

test("on SIGTERM the shop serves for DRAIN_SECONDS while the health check fails", {
  tags: ["nightly"],
}, async () => {
  const shop = await startShop(dataDir, { ...empty, DRAIN_SECONDS: "2" });
  const ended = shop.stop("SIGTERM");
  const ready = async () => (await fetch(`${shop.url}/api/health`)).status;
  await expect.poll(ready, { timeout: 1500 }).toBe(503);
  expect((await fetch(`${shop.url}/api/health/live`)).status).toBe(200);
  const page = await fetch(shop.url);
  expect(page.status).toBe(200);
  // A proxy must not send its next request on this connection.
  expect(page.headers.get("Connection")).toBe("close");
  expect(await ended).toBe(0);
});

test("an unreachable picture storage is logged at the start", {
  tags: ["nightly"],
}, async () => {
  const shop = await startShop(dataDir, {
    ...empty,
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "fotos",
    S3_ACCESS_KEY_ID: "loja",
    S3_SECRET_ACCESS_KEY: "segredo",
  });
  await expect
    .poll(shop.output)
    .toContain("cannot read the picture storage: check the S3_* settings");
  await shop.stop();
});

test("the content security policy of every demo page allows exactly its own scripts", {
  tags: ["nightly"],
}, async () => {
  const shop = await startShop(demo, { ADMIN_PASSWORD: "senha-de-teste" });
  const products = await (await fetch(`${shop.url}/api/products?category=polpas`)).json();
  const pages = ["/", "/produtos", "/receitas", "/sobre", "/contato", "/politicas", "/nada"];
  pages.push(`/produtos/polpas-de-frutas?produto=${products.items[0].slug}`);
  for (const page of pages) {
    const response = await fetch(shop.url + page);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const inline = [
      ...(await response.text()).matchAll(/<script(?![^>]*src=)([^>]*)>(.*?)<\/script>/gs),
    ]
      .filter(([, attributes]) => !attributes?.includes("ld+json"))
      .map(([, , content = ""]) => createHash("sha256").update(content).digest("base64"));
    expect(inline.length, page).toBeGreaterThan(1);
    const allowed = [...(/script-src ([^;]*)/.exec(policy)?.[1] ?? "").matchAll(/'sha256-(.*?)'/g)];
    expect(new Set(allowed.map(([, hash]) => hash)), page).toEqual(new Set(inline));
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
  await shop.stop();
});
