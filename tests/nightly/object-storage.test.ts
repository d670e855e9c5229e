import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import {
  createObjectStore,
  type ObjectStorage,
  StorageUnavailable,
} from "#app/platform/media/media-store.ts";
import { sessionCookie } from "#tests/integration/admin-session.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { testLog } from "#tests/support/rows.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { ensureSwift, type StorageServer, startSwift } from "#tests/support/swift.ts";
import { listenForTest } from "#tests/support/test-shop.ts";

const hasServer = await ensureSwift();
if (!hasServer) console.warn("No OpenStack Swift found: storage is not tested");

const picture = Buffer.from("picture");
const name = "product-images/public/caju.webp";

describe.skipIf(!hasServer)("pictures in a bucket", () => {
  let server: StorageServer;
  let storage: ObjectStorage;
  let opened: OpenDatabase;
  let dataDir = "";

  beforeAll(async () => {
    server = await startSwift();
    storage = await server.createBucket();
    dataDir = await mkdtemp(join(tmpdir(), "pomar-storage-"));
    await addMigratedDatabase(dataDir);
    opened = await openDatabase({ dataDir, log: testLog });
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    await opened?.close();
    await rm(dataDir, { recursive: true });
  });

  const open = (folder = "loja", changes: Partial<ObjectStorage> = {}) =>
    createObjectStore({ ...storage, ...changes }, async () => folder);

  test("are read as written, and removed idempotently", async () => {
    const store = open();
    await store.write(name, Buffer.from("old"));
    await store.write(name, picture);
    expect(await store.read(name)).toEqual(picture);
    expect(await store.read("product-images/public/uva.webp")).toBeUndefined();
    await store.remove(name);
    await store.remove(name);
    expect(await store.read(name)).toBeUndefined();
  });

  test("are listed completely, by folder, and never another shop's", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `site-assets/public/${at}.webp`);
    const [ours, theirs] = [open("nossa"), open("vizinha")];
    await Promise.all(names.map((one) => ours.write(one, picture)));
    await theirs.write(name, picture);
    expect((await ours.list("site-assets")).toSorted()).toEqual(names.toSorted());
    expect(await ours.list("product-images")).toEqual([]);
    expect(await theirs.list("product-images")).toEqual([name]);
  });

  test("reject a wrong key and a missing bucket", async () => {
    const unauthorized = open("loja", { secretAccessKey: "errada" });
    await expect(unauthorized.write(name, picture)).rejects.toThrow(/403.*SignatureDoesNotMatch/);
    await expect(unauthorized.read(name)).rejects.toThrow(StorageUnavailable);
    const elsewhere = open("loja", { bucket: "nenhum" });
    await expect(elsewhere.write(name, picture)).rejects.toThrow(StorageUnavailable);
    await expect(elsewhere.list("site-assets")).rejects.toThrow(StorageUnavailable);
  });

  test("reject names that escape the folder", async () => {
    for (const wrong of ["../outra/x.webp", "/x", ".x", ""]) {
      await expect(open().read(wrong)).rejects.toThrow("not a media name");
    }
  });

  test("let the shop continue while the storage is unavailable", async () => {
    const shop = await shopOver(opened, storage);
    const { url, path } = await shop.upload().then((response) => response.json());
    expect(path).toMatch(/^public\//);
    expect((await shop.send(`${url}?w=160`)).status).toBe(200);
    const original = await shop.send(url);
    expect([original.status, original.headers["content-type"]]).toEqual([200, "image/jpeg"]);

    await server.cut();
    expect((await shop.send(`${url}?w=160`)).status).toBe(200);
    expect((await shop.send("/")).status).toBe(200);
    const newWidth = await shop.send(`${url}?w=320`);
    expect([newWidth.status, newWidth.headers["cache-control"]]).toEqual([503, "no-store"]);
    const rejected = await shop.upload();
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({
      type: "urn:pomar:storage-unavailable",
      title: "Não foi possível guardar a imagem agora",
    });

    await server.restore();
    await vi.waitFor(async () => expect((await shop.upload()).status).toBe(201), 10_000);
    expect((await shop.send(`${url}?w=320`)).status).toBe(200);
  }, 180_000);

  test("are moved into the bucket by restoring a backup with its settings", async () => {
    const folders = [await temporaryFolder(), await temporaryFolder()];
    const [before = "", after = ""] = folders;
    const small = await startShop(before);
    const file = join(before, "backup.tar.gz");
    await runProgram(["scripts/backup.ts", file], { DATA_DIR: before });
    await small.stop();
    const env = storageVariables(storage);
    const restored = await runProgram(["scripts/restore.ts", file], { ...env, DATA_DIR: after });
    expect(restored.output).toContain("all verified");
    const shop = await startShop(after, env);
    const { items } = await (await fetch(`${shop.url}/api/products`)).json();
    const image = items[0].images[0];
    expect(await readdir(after)).not.toContain("media");
    expect((await fetch(`${shop.url}${image}?w=160`)).status).toBe(200);
    await shop.stop();
    await Promise.all(folders.map(removeFolder));
  }, 180_000);

  test("are served by the storage itself when it is public", async () => {
    const shop = await shopOver(opened, storage, { S3_PUBLIC_URL: "http://fotos.example/loja" });
    const { url, path } = await shop.upload().then((response) => response.json());
    const { status, headers } = await shop.send(url);
    expect(status).toBe(302);
    expect(headers.location).toMatch(
      /^http:\/\/fotos\.example\/loja\/[0-9a-f-]{36}\/product-images/,
    );
    expect(headers.location?.endsWith(path)).toBe(true);
    expect((await shop.send(`${url}?w=160`)).status).toBe(200);
    const page = await shop.send("/");
    expect(page.headers["content-security-policy"]).toContain("data: blob: http://fotos.example;");
  });
});

function storageVariables(storage: ObjectStorage) {
  return {
    S3_ENDPOINT: storage.endpoint,
    S3_BUCKET: storage.bucket,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  };
}

/** A shop that stores its pictures in a bucket. */
async function shopOver(
  opened: OpenDatabase,
  storage: ObjectStorage,
  more: Record<string, string> = {},
) {
  const env = { ...storageVariables(storage), ...more };
  const { ask: send, port } = await listenForTest({ opened, env });
  const headers = { Cookie: await sessionCookie(opened.database) };
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const upload = () => {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(jpeg)], "foto.jpg"));
    const address = `http://127.0.0.1:${port}/api/uploads/product-images`;
    return fetch(address, { method: "POST", headers, body });
  };
  return { send, upload };
}

test("a storage that does not respond delays one request until its timeout, and no others", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const access = { region: "us-east-1", bucket: "x", accessKeyId: "a", secretAccessKey: "b" };
  const times = { readTimeoutMs: 300, writeTimeoutMs: 300, retryDelayMs: 300 };
  const store = createObjectStore(
    { ...access, endpoint: `http://127.0.0.1:${port}` },
    async () => "loja",
    times,
  );
  const begun = performance.now();
  await expect(store.read(name)).rejects.toThrow(StorageUnavailable);
  const waited = performance.now() - begun;
  expect(waited).toBeGreaterThan(250);
  await expect(store.write(name, picture)).rejects.toThrow(StorageUnavailable);
  expect(performance.now() - begun - waited).toBeLessThan(100);
  silent.close();
});
