import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import {
  createStaticHandler,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
} from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { shopContext } from "#app/context.ts";
import { categories } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { loader as categoryLoader } from "#app/routes/storefront/catalogue/category.tsx";
import { loader as aboutLoader } from "#app/routes/storefront/company/about.tsx";
import { loader as policiesLoader } from "#app/routes/storefront/company/policies.tsx";
import { loader as documentLoader } from "#app/routes/storefront/documents.ts";
import { loader as notFoundLoader } from "#app/routes/storefront/frame/not-found.tsx";
import { loader as recipesLoader } from "#app/routes/storefront/recipes/recipes.tsx";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct } from "./api-shop.ts";

const { database } = await openTestDatabase();
const shop = createShop({
  database,
  postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  pictures: createMemoryPictures(),
});

const page = (path: string, loader: unknown): RouteObject => ({
  id: path,
  path,
  loader: loader as LoaderFunction,
});

const router = createStaticHandler([
  page("sitemap.xml", documentLoader),
  page("feeds/meta.csv", documentLoader),
  page("robots.txt", documentLoader),
  page("llms.txt", documentLoader),
  page("manifest.webmanifest", documentLoader),
  page("icone.svg", documentLoader),
  page("produtos/:category", categoryLoader),
  page("produtos.json", documentLoader),
  page("admin/manifest.webmanifest", documentLoader),
  page("receitas", recipesLoader),
  page("sobre", aboutLoader),
  page("politicas", policiesLoader),
  page("*", notFoundLoader),
]);

function requestContext() {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  return context;
}

/** The document at a path, as the router renders it. */
async function readDocument(path: string): Promise<{ type: string | null; body: string }> {
  const request = new Request(`https://loja.example${path}`);
  const response: Response = await router.queryRoute(request, { requestContext: requestContext() });
  return { type: response.headers.get("Content-Type"), body: await response.text() };
}

/** Status and loader data of the page at a path. */
async function readPage(path: string) {
  const request = new Request(`https://loja.example${path}`);
  const result = await router.query(request, { requestContext: requestContext() });
  if (result instanceof Response) throw new Error(`${path} answered ${result.status}`);
  const [data] = Object.values(result.loaderData);
  return { status: result.statusCode, data };
}

describe("documents for search engines", () => {
  test("the sitemap lists visible rows only", async () => {
    await addProduct(database, { slug: "polpa-de-acai", images: ["/media/x/acai.webp"] });
    await addProduct(database, { slug: "escondido", visible: false });
    await database.insert(recipes).values([
      { title: "Pavê", slug: "pave" },
      { title: "Secreta", slug: "secreta", visible: false },
    ]);
    const { type, body } = await readDocument("/sitemap.xml");
    expect(type).toBe("application/xml; charset=utf-8");
    expect(body).toContain("https://loja.example/produtos/polpas-de-frutas?produto=polpa-de-acai");
    expect(body).toContain("<image:loc>https://loja.example/media/x/acai.webp</image:loc>");
    expect(body).toContain("https://loja.example/receitas?receita=pave");
    expect(body).not.toMatch(/escondido|secreta/);
  });

  test("all visible categories are offered, with or without products", async () => {
    const listed = async (slug: string) =>
      (await readDocument("/sitemap.xml")).body.includes(`/produtos/${slug}<`);
    for (const slug of ["polpas-de-frutas", "frutas-congeladas", "gelo-saborizado", "pescados"]) {
      expect(await listed(slug), slug).toBe(true);
      expect((await readPage(`/produtos/${slug}`)).status, slug).toBe(200);
    }
    await database.update(categories).set({ visible: false }).where(eq(categories.slug, "polpas"));
    expect(await listed("polpas-de-frutas")).toBe(false);
  });

  test("the catalogue feed lists visible products", async () => {
    await addProduct(database, { slug: "polpa-de-acai", images: ["/media/x/acai.webp"] });
    await addProduct(database, { slug: "escondido", images: ["/media/x/b.webp"], visible: false });
    const { type, body } = await readDocument("/feeds/meta.csv");
    expect(type).toBe("text/csv; charset=utf-8");
    expect(body.split("\r\n")[0]).toBe(
      "id,title,description,availability,condition,price,link,image_link,brand,gtin",
    );
    expect(body).toContain("?produto=polpa-de-acai");
    expect(body).not.toContain("escondido");
  });

  test("robots.txt excludes the back office and the API, and names the sitemap", async () => {
    const { type, body } = await readDocument("/robots.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(body.split("\n")).toEqual(
      expect.arrayContaining([
        "Disallow: /admin",
        "Disallow: /api/",
        "Sitemap: https://loja.example/sitemap.xml",
      ]),
    );
  });

  test("llms.txt points to the API's description", async () => {
    const { type, body } = await readDocument("/llms.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(body).toContain("(https://loja.example/api/docs)");
    expect(body).toContain("(https://loja.example/api/openapi.json)");
  });

  test("the back office is an app of its own, with its own name and icons", async () => {
    await database.update(settings).set({ site_name: "Frutas da Serra" });
    const manifests = await Promise.all(
      ["/manifest.webmanifest", "/admin/manifest.webmanifest"].map(readDocument),
    );
    const [shopApp, office] = manifests.map(({ body }) => JSON.parse(body));
    expect(office).toMatchObject({
      id: "/admin",
      name: "Frutas da Serra: administração",
      scope: "/admin",
      start_url: "/admin",
    });
    const shopIcons = shopApp.icons.map(({ src }: { src: string }) => src);
    for (const { src } of office.icons) {
      expect(shopIcons).not.toContain(src);
      expect(existsSync(`public${src}`), src).toBe(true);
    }
  });

  test("the icon is the letter of a shop without a logo, in its color", async () => {
    const named = { site_name: "úmida & doce", logo: null, colors: { primary: "0000ff" } };
    await database.update(settings).set(named);
    const { type, body } = await readDocument("/icone.svg");
    expect(type).toBe("image/svg+xml");
    expect(body).toContain('fill="hsl(240 100% 50%)"');
    expect(body).toContain(">Ú</text>");
    const { icons } = JSON.parse((await readDocument("/manifest.webmanifest")).body);
    expect(icons).toMatchObject([{ src: "/icone.svg", sizes: "any" }]);
    await database.update(settings).set({ logo: "/media/site-assets/serra.png" });
    const own = JSON.parse((await readDocument("/manifest.webmanifest")).body);
    expect(own.icons).toEqual([{ src: "/media/site-assets/serra.png?w=400", sizes: "any" }]);
  });

  test("the manifest has the shop's name and colors", async () => {
    await database
      .update(settings)
      .set({ site_name: "Frutas da Serra", colors: { primary: "0000ff" } });
    const { type, body } = await readDocument("/manifest.webmanifest");
    expect(type).toBe("application/manifest+json; charset=utf-8");
    expect(JSON.parse(body)).toMatchObject({
      name: "Frutas da Serra",
      lang: "pt-BR",
      theme_color: "hsl(240 100% 50%)",
    });
  });
});

describe("a category page", () => {
  beforeEach(async () => {
    for (const slug of ["caju", "manga"]) {
      const long_desc = `Tudo sobre ${slug}.`;
      await addProduct(database, {
        slug,
        title: slug,
        short_desc: `Resumo de ${slug}.`,
        long_desc,
      });
    }
    await addProduct(database, { slug: "sem-venda", visible: false, long_desc: "Em segredo." });
  });

  test("has the texts of a dialog only for the product of the address", async () => {
    const closed = JSON.stringify(await readPage("/produtos/polpas-de-frutas"));
    expect(closed).toContain("Resumo de caju.");
    expect(closed).not.toContain("Tudo sobre");
    const opened = JSON.stringify(await readPage("/produtos/polpas-de-frutas?produto=caju"));
    expect(opened.match(/Tudo sobre \w+/g)).toEqual(["Tudo sobre caju"]);
  });

  test("exists for a category of the seller's own, and for none that is hidden", async () => {
    expect((await readPage("/produtos/sorvetes")).status).toBe(404);
    await database.insert(categories).values({ name: "Sorvetes", slug: "sorvetes", position: 9 });
    await addProduct(database, { slug: "picole", category: "sorvetes" });
    expect(await readPage("/produtos/sorvetes")).toMatchObject({
      status: 200,
      data: { category: { name: "Sorvetes" }, products: [{ slug: "picole" }] },
    });
    const documents = ["/sitemap.xml", "/produtos.json"];
    for (const path of documents) expect((await readDocument(path)).body, path).toContain("picole");
    await database
      .update(categories)
      .set({ visible: false })
      .where(eq(categories.slug, "sorvetes"));
    for (const query of ["", "?produto=picole"]) {
      expect((await readPage(`/produtos/sorvetes${query}`)).status).toBe(404);
    }
    expect((await readPage("/produtos/polpas-de-frutas?produto=picole")).status).toBe(404);
    for (const path of documents) {
      expect((await readDocument(path)).body, path).not.toMatch(/picole|sorvetes/);
    }
  });

  test("is also in the document for use without connection, with all texts", async () => {
    const { type, body } = await readDocument("/produtos.json");
    expect(type).toBe("application/json");
    const { items } = JSON.parse(body);
    expect(items).toMatchObject([
      { slug: "caju", long_desc: "Tudo sobre caju." },
      { slug: "manga", long_desc: "Tudo sobre manga." },
    ]);
  });

  test("has at most 60 products, with links to the pages before and after", async () => {
    for (let at = 0; at < 120; at += 1)
      await addProduct(database, { slug: `umbu-${at}`, position: at });
    const path = "/produtos/polpas-de-frutas";
    const sizes = async (search: string) => {
      const { data } = await readPage(path + search);
      return [data.products.length, data.page, data.pages, data.count];
    };
    expect(await sizes("")).toEqual([60, 1, 3, 122]);
    expect(await sizes("?pagina=3")).toEqual([2, 3, 3, 122]);
    expect(await sizes("?pagina=01")).toEqual([60, 1, 3, 122]);
    expect(await readPage(`${path}?pagina=4`)).toMatchObject({ status: 404 });
    const beyond = await readPage(`${path}?produto=umbu-119`);
    expect(beyond).toMatchObject({ status: 200, data: { opened: { slug: "umbu-119" } } });
    expect(await readPage(`${path}?produto=nenhum`)).toMatchObject({ status: 404 });
  });
});

describe("the recipes page", () => {
  beforeEach(async () => {
    await addProduct(database, { title: "Polpa de maracujá 100 g", slug: "polpa-de-maracuja" });
    await database.insert(recipes).values([
      { title: "Mousse", slug: "mousse", ingredients: ["2 sachês de polpa de maracujá"] },
      { title: "Secreta", slug: "secreta", visible: false },
    ]);
  });

  test("lists the visible recipes", async () => {
    expect(await readPage("/receitas")).toMatchObject({
      status: 200,
      data: { recipes: [{ slug: "mousse" }], open: undefined },
    });
  });

  test("opens the recipe of the address, with the products of its ingredients", async () => {
    expect(await readPage("/receitas?receita=mousse")).toMatchObject({
      status: 200,
      data: { open: { recipe: { slug: "mousse" }, products: [{ slug: "polpa-de-maracuja" }] } },
    });
  });

  test("answers 404 for a hidden or unknown recipe, and lists the others", async () => {
    for (const slug of ["secreta", "nunca-houve"]) {
      expect(await readPage(`/receitas?receita=${slug}`)).toMatchObject({
        status: 404,
        data: { recipes: [{ slug: "mousse" }], open: undefined },
      });
    }
  });
});

test("about and policies render without any content", async () => {
  expect(await readPage("/sobre")).toMatchObject({
    status: 200,
    data: { hero: { title: "Sobre a Pomar" }, timeline: [], team: [] },
  });
  expect(await readPage("/politicas")).toMatchObject({ status: 200, data: { blocks: [] } });
});

test("an unknown address answers 404", async () => {
  expect((await readPage("/nada/aqui")).status).toBe(404);
});
