import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { sessionCookie } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const pictures: Pictures = createMemoryPictures();
const url = await startApi({ database, pictures });
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
  .jpeg()
  .toBuffer();
let cookie = "";

beforeEach(async () => {
  cookie = await sessionCookie(database);
});

function upload(body: BodyInit, bucket = "product-images", headers: Record<string, string> = {}) {
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

describe("an uploaded picture", () => {
  test.each([
    ["product-images", "Foto da Praia.JPG", "jpg"],
    ["site-assets", "logo.jpeg", "jpeg"],
    ["site-assets", "logo.png", "jpg"],
    ["site-assets", "../../etc/passwd", "jpg"],
  ])("to %s as %s is stored with a new name ending in .%s", async (bucket, name, ending) => {
    const response = await upload(formOf([picture, name]), bucket);
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const stored = await response.json();
    const random = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    expect(stored.path).toMatch(new RegExp(`^public/${random}\\.${ending}$`));
    expect(stored.url).toBe(`/media/${bucket}/${stored.path}`);
    const original = await pictures.original(`${bucket}/${stored.path}`);
    expect(original?.type).toBe("image/jpeg");
    expect(await sharp(original?.bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test("is recognized by its content, not by its name", async () => {
    const form = formOf([picture, "pagina.html", "text/html"]);
    const { path } = await (await upload(form)).json();
    expect(path).toMatch(/\.jpg$/);
  });
});

test.each([
  ["a small one", { width: 300, height: 900 }, { noise: 30, mean: 150, blur: 0 }, ["small"]],
  ["a dark one", { width: 900, height: 900 }, { noise: 30, mean: 40, blur: 0 }, ["dark"]],
  ["a blurred one", { width: 900, height: 900 }, { noise: 30, mean: 150, blur: 6 }, ["blurred"]],
  ["a good one", { width: 900, height: 900 }, { noise: 30, mean: 150, blur: 0 }, []],
])("the faults of a product's picture are named: %s", async (_what, size, look, faults) => {
  const noise = { type: "gaussian", mean: look.mean, sigma: look.noise } as const;
  const create = { ...size, channels: 3, background: "black", noise } as const;
  const sharpOne = await sharp({ create }).png().toBuffer();
  const photo = look.blur ? await sharp(sharpOne).blur(look.blur).png().toBuffer() : sharpOne;
  const response = await upload(formOf([photo, "foto.png", "image/png"]));
  expect(response.status).toBe(201);
  expect((await response.json()).faults).toEqual(faults);
  const logo = await upload(formOf([photo, "logo.png", "image/png"]), "site-assets");
  expect((await logo.json()).faults).toEqual([]);
});

test("a form with 60,000 files is rejected", async () => {
  const boundary = "limite";
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n`;
  const body = `${part.repeat(60_000)}--${boundary}--\r\n`;
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const response = await upload(body, "product-images", headers);
  expect(response.status).toBe(400);
  expect((await response.json()).title).toBe("Envie uma imagem por vez.");
});

describe("rejected with a message:", () => {
  const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  test.each<[string, FormData, number, string]>([
    ["no file", formOf(), 400, "Envie uma imagem por vez."],
    ["two files", formOf([picture, "a.jpg"], [picture, "b.jpg"]), 400, "Envie uma imagem por vez."],
    ["an empty file", formOf([Buffer.alloc(0), "a.jpg"]), 400, "O arquivo está vazio."],
    ["5 MB and a bit", formOf([large, "a.jpg"]), 413, "A imagem é grande demais: o limite é 5 MB."],
    [
      "an SVG declared as a JPEG",
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
    const response = await upload(form);
    expect(response.status).toBe(status);
    const problem = await response.json();
    expect(problem).toMatchObject({ title: message, errors: [{ field: "file", message }] });
  });

  test("a far too large body is not read completely", async () => {
    const response = await upload(formOf([Buffer.alloc(30 * 1024 * 1024), "a.jpg"]));
    expect(response.status).toBe(413);
  });

  test("a body that is not a form", async () => {
    expect((await upload("x", undefined, { "Content-Type": "image/jpeg" })).status).toBe(415);
    expect((await upload("{}", undefined, { "Content-Type": "application/json" })).status).toBe(
      415,
    );
    const type = { "Content-Type": "multipart/form-data; boundary=x" };
    for (const body of ["", "x", "--x\r\n", "--x\r\nContent-Disposition: form-data\r\n\r\n"]) {
      const response = await upload(body, undefined, type);
      expect(response.status).toBe(400);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    }
    const boundless = { "Content-Type": "multipart/form-data" };
    expect((await upload("x", undefined, boundless)).status).toBe(415);
  });

  test("an unknown bucket", async () => {
    for (const bucket of ["avatars", "..%2Fetc", "product-images%2Fpublic"]) {
      expect((await upload(formOf([picture, "a.jpg"]), bucket)).status).toBe(400);
    }
  });

  test("visitors, and pages of other sites", async () => {
    const form = () => formOf([picture, "a.jpg"]);
    expect((await upload(form(), undefined, { Cookie: "" })).status).toBe(401);
    const foreign = { Origin: "https://outra.example" };
    expect((await upload(form(), undefined, foreign)).status).toBe(403);
  });
});
