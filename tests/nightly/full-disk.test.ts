import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { type Disk, prepareDisk } from "#tests/faults/server/limited-disk.ts";
import { createOrderSource } from "#tests/load/orders.ts";
import { login, signIn } from "#tests/load/seller.ts";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";

async function openSmallDisk(context: TestContext): Promise<Required<Disk>> {
  const disk = await prepareDisk("450m");
  onTestFinished(() => disk.remove());
  const { fill } = disk;
  return fill ? { ...disk, fill } : context.skip("only root can mount a small disk");
}

async function startAdministeredShop({ folder }: Disk): Promise<ShopProcess> {
  const shop = await startShop(path.join(folder, "data"), {
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
  });
  onTestFinished(async () => void (await shop.stop()));
  return shop;
}

test("a full disk is a reason not to be healthy, and ends with it", async (context) => {
  const disk = await openSmallDisk(context);
  const shop = await startAdministeredShop(disk);
  expect(shop.output()).toContain("the disk of DATA_DIR is almost full");
  const cookie = await signIn(shop.url);
  const noise = Buffer.from(Array.from({ length: 600 * 600 * 3 }, () => Math.random() * 256));
  const picture = await sharp(noise, { raw: { width: 600, height: 600, channels: 3 } })
    .png()
    .toBuffer();
  const upload = async () => {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(picture)], `${randomUUID()}.png`));
    const headers = { Cookie: cookie };
    const init = { method: "POST", headers, body };
    return fetch(`${shop.url}/api/uploads/site-assets`, init);
  };
  const health = async () => {
    const response = await fetch(`${shop.url}/api/health`);
    return [response.status, ((await response.json()) as { type?: string }).type];
  };
  const dashboard = async () =>
    (await fetch(`${shop.url}/admin`, { headers: { Cookie: cookie } })).text();

  expect((await upload()).status).toBe(201);
  expect(await dashboard()).toMatch(/Restam só \d+ MB no disco do servidor/);
  await disk.fill();
  expect((await upload()).status).toBe(507);
  expect(await health()).toEqual([503, "urn:pomar:disk-full"]);
  expect(await dashboard()).toContain("disco do servidor está cheio");
  expect(await (await fetch(`${shop.url}/metrics`)).text()).toContain("\npomar_disk_full 1\n");
  await disk.free();
  expect(await health()).toEqual([200, undefined]);
  expect((await upload()).status).toBe(201);
});

test("a backup without room is one line and leaves nothing, beside a running shop and without it", async (context) => {
  const disk = await openSmallDisk(context);
  const dataDir = path.join(disk.folder, "data");
  const shop = await startShop(dataDir, { SEED: "open" });
  onTestFinished(async () => void (await shop.stop()));
  const backUp = async () => {
    const child = spawn(process.execPath, ["scripts/backup.ts"], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const errors = text(child.stderr);
    const [code] = await once(child, "close");
    return { code, lines: (await errors).trim().split("\n") };
  };
  const listRest = async () =>
    (await readdir(dataDir, { recursive: true })).filter((name) =>
      /^copy-|\.part$|tar\.gz$/.test(name),
    );
  const tooLittle = {
    code: 1,
    lines: [expect.stringMatching(/^pomar: .*has too little room: \d+ MB more are needed$/)],
  };
  await disk.fill();
  expect(await backUp()).toEqual(tooLittle);
  expect(await listRest()).toEqual([]);
  expect((await fetch(`${shop.url}/api/categories`)).status).toBe(200);
  await shop.stop();
  expect(await backUp()).toEqual(tooLittle);
  expect(await listRest()).toEqual([]);
  await disk.free();
  expect(await backUp()).toMatchObject({ code: 0 });
  expect(await listRest()).toEqual([expect.stringMatching(/^backups\/pomar-.*\.tar\.gz$/)]);
}, 120_000);

test("a shop that cannot start on a full disk says so, and starts when there is room", async (context) => {
  const disk = await openSmallDisk(context);
  const dataDir = path.join(disk.folder, "data");
  const first = await startShop(dataDir, { SEED: "open" });
  await first.stop();
  await disk.fill();
  const child = spawn(process.execPath, ["app/server/start.ts"], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", SEED: "open" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stderr), "line");
  expect(line).toMatch(
    /^pomar: the disk of DATA_DIR \S+ is full; the shop starts when there is room$/,
  );
  await disk.free();
  for await (const shown of createInterface(child.stdout)) {
    if (shown.startsWith("Pomar is open at")) break;
  }
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
}, 120_000);

test("a shop whose database ended for want of room answers that it is unavailable, and goes on when there is room", async (context) => {
  const disk = await openSmallDisk(context);
  const shop = await startAdministeredShop(disk);
  const nextOrder = await createOrderSource(shop.url);
  const place = () => fetch(`${shop.url}/api/orders`, { method: "POST", ...nextOrder() });
  const acknowledged = new Set<string>();

  // Room for rows, but for no further segment of the database's log.
  await disk.fill(10 * 2 ** 20);
  for (let status = 201; status === 201; ) {
    const response = await place();
    status = response.status;
    if (status === 201) acknowledged.add(((await response.json()) as { id: string }).id);
    else expect(status).toBe(503);
  }
  await vi.waitFor(() => expect(shop.output()).toContain("and the database has ended"));
  expect(acknowledged.size).toBeGreaterThan(10);
  expect((await place()).status).toBe(503);
  const health = await fetch(`${shop.url}/api/health`);
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { type: "urn:pomar:disk-full" },
  ]);

  await disk.free();
  await vi.waitFor(async () => expect((await place()).status).toBe(201), 60_000);
  const headers = { Cookie: await signIn(shop.url) };
  for (const id of acknowledged) {
    expect((await fetch(`${shop.url}/api/orders/${id}`, { headers })).status).toBe(200);
  }
  expect(await shop.stop()).toBe(0);
}, 180_000);
