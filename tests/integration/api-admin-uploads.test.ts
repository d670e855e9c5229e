import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { memoryPictures } from "#app/platform/media/testing.ts";
import { startApi } from "./api-shop.ts";
import { sessionCookie } from "./signed-in.ts";

const { database } = await openTestDatabase();
const pictures: Pictures = memoryPictures();
const url = await startApi({ database, pictures });
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
  .jpeg()
  .toBuffer();
let cookie = "";

beforeEach(async () => {
  cookie = await sessionCookie(database);
});

function send(body: BodyInit, bucket = "product-images", headers: Record<string, string> = {}) {
  const address = `${url}/api/uploads/${bucket}`;
  return fetch(address, { method: "POST", headers: { Cookie: cookie, ...headers }, body });
}

function formOf(...files: [bytes: Buffer, name: string, type?: string][]): FormData {
  const form = new FormData();
  for (const [bytes, name, type = "image/jpeg"] of files) {
    form.append("file", new File([Buffer.from(bytes)], name, { type }));
  }
  return form;
}

describe("a picture that is sent", () => {
  test.each([
    ["product-images", "Foto da Praia.JPG", "jpg"],
    ["site-assets", "logo.jpeg", "jpeg"],
    ["site-assets", "logo.png", "jpg"],
    ["site-assets", "../../etc/passwd", "jpg"],
  ])("to %s as %s is kept under a name of its own, ending in .%s", async (bucket, name, ending) => {
    const response = await send(formOf([picture, name]), bucket);
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const stored = await response.json();
    const random = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    expect(stored.path).toMatch(new RegExp(`^public/${random}\\.${ending}$`));
    expect(stored.url).toBe(`/media/${bucket}/${stored.path}`);
    const kept = await pictures.original(`${bucket}/${stored.path}`);
    expect(kept?.type).toBe("image/jpeg");
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test("is known by what it contains, not by what it is called", async () => {
    const form = formOf([picture, "pagina.html", "text/html"]);
    const { path } = await (await send(form)).json();
    expect(path).toMatch(/\.jpg$/);
  });
});

describe("refused in plain words:", () => {
  const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  test.each<[string, FormData, number, string]>([
    ["no file", formOf(), 400, "Envie uma imagem por vez."],
    ["two files", formOf([picture, "a.jpg"], [picture, "b.jpg"]), 400, "Envie uma imagem por vez."],
    ["an empty file", formOf([Buffer.alloc(0), "a.jpg"]), 400, "O arquivo está vazio."],
    ["5 MB and a bit", formOf([large, "a.jpg"]), 413, "A imagem é grande demais: o limite é 5 MB."],
    [
      "an SVG that says it is a JPEG",
      formOf([svg, "a.jpg"]),
      415,
      "Tipo de arquivo não aceito: envie uma imagem JPG, PNG, GIF ou WebP.",
    ],
    [
      "half a picture",
      formOf([picture.subarray(0, picture.length / 2), "a.jpg"]),
      400,
      "A imagem está incompleta ou danificada. Abra, salve de novo e envie.",
    ],
  ])("%s", async (_what, form, status, message) => {
    const start = performance.now();
    const response = await send(form);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(response.status).toBe(status);
    const problem = await response.json();
    expect(problem).toMatchObject({ title: message, errors: [{ field: "file", message }] });
  });

  test("what is far too large is not read to its end", async () => {
    const response = await send(formOf([Buffer.alloc(30 * 1024 * 1024), "a.jpg"]));
    expect(response.status).toBe(413);
  });

  test("what is no form", async () => {
    expect((await send("x", undefined, { "Content-Type": "image/jpeg" })).status).toBe(415);
    expect((await send("{}", undefined, { "Content-Type": "application/json" })).status).toBe(415);
    const type = { "Content-Type": "multipart/form-data; boundary=x" };
    for (const body of ["", "x", "--x\r\n", "--x\r\nContent-Disposition: form-data\r\n\r\n"]) {
      const response = await send(body, undefined, type);
      expect(response.status).toBe(400);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    }
    const boundless = { "Content-Type": "multipart/form-data" };
    expect((await send("x", undefined, boundless)).status).toBe(415);
  });

  test("a place that is none", async () => {
    for (const bucket of ["avatars", "..%2Fetc", "product-images%2Fpublic"]) {
      expect((await send(formOf([picture, "a.jpg"]), bucket)).status).toBe(400);
    }
  });

  test("anybody but the administrator, and pages of other sites", async () => {
    const form = () => formOf([picture, "a.jpg"]);
    expect((await send(form(), undefined, { Cookie: "" })).status).toBe(401);
    const foreign = { Origin: "https://outra.example" };
    expect((await send(form(), undefined, foreign)).status).toBe(403);
  });
});
