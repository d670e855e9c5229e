import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();
const picturePath = "/media/product-images/public/caju.webp";

async function shopWithPicture() {
  const pages = async () => new Response("no such page", { status: 404 });
  const shop = await listenForTest({ opened, pages });
  const folder = path.join(shop.dataDir, "media/product-images/public");
  const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: "orange" } });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "caju.webp"), await picture.webp().toBuffer());
  return shop;
}

describe("a picture", () => {
  test("has the best format that the browser accepts, immutable caching and Vary", async () => {
    const { ask } = await shopWithPicture();
    const chromium = "image/avif,image/webp,image/apng,*/*;q=0.8";
    for (const [accept, type] of [
      [chromium, "image/avif"],
      ["image/webp,*/*", "image/webp"],
      ["*/*", "image/webp"],
    ] as const) {
      const first = await ask(`${picturePath}?w=160`, { Accept: accept });
      const cached = await ask(`${picturePath}?w=160`, { Accept: accept });
      expect(first).toMatchObject({
        status: 200,
        headers: {
          "content-type": type,
          vary: "Accept",
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
      expect(cached.body).toEqual(first.body);
      expect(cached.headers.etag).toBe(first.headers.etag);
    }
  });

  test("is a JPEG where the address asks for one, for every program", async () => {
    const { ask } = await shopWithPicture();
    const { status, headers, body } = await ask(`${picturePath}?w=160&format=jpeg`, {
      Accept: "image/avif",
    });
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "image/jpeg" });
    expect(headers).not.toHaveProperty("vary");
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 160 });
  });

  test("is the original without a width, for every browser", async () => {
    const { ask } = await shopWithPicture();
    const { status, headers, body } = await ask(picturePath, { Accept: "image/avif" });
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "image/webp" });
    expect(headers).not.toHaveProperty("vary");
    expect((await sharp(body).metadata()).width).toBe(600);
  });

  test("is resized once for a hundred concurrent requests", async () => {
    const { ask } = await shopWithPicture();
    const requests = Array.from({ length: 100 }, () =>
      ask(`${picturePath}?w=480`, { Accept: "image/webp" }),
    );
    const tags = (await Promise.all(requests)).map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(1);
  });

  test.each(["7", "abc", "", "0480", "480.0", "-480", "1e3"])(
    "rejects width %j with 400 and the list of widths",
    async (width) => {
      const { ask } = await shopWithPicture();
      const { status, body } = await ask(`${picturePath}?w=${width}`);
      expect(status).toBe(400);
      expect(JSON.parse(body.toString()).errors[0]).toMatchObject({
        field: "w",
        message: expect.stringContaining("480"),
      });
    },
  );

  test.each([
    "/media/../../etc/passwd",
    "/media/%2e%2e/%2e%2e/etc/passwd",
    "/media/product-images/public/..%2f..%2f..%2fadmin-password",
    "/media/product-images/public/../../../admin-password",
    "/media//etc/passwd",
    "/media/.hidden.png",
    "/media/product-images/public/caju.webp%00.png",
    "/media/product-images/public/",
    "/media/",
    "/media",
    "/media/product-images/public/outra.webp?w=480",
  ])("is not found at %s", async (target) => {
    const { ask, dataDir } = await shopWithPicture();
    await writeFile(path.join(dataDir, "admin-password"), "segredo");
    const { status, body } = await ask(target);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain("segredo");
  });
});
