import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { getTableColumns, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { expect, onTestFinished, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { publicSettingsSchema, settingsSchema } from "#app/domain/company/schema.ts";
import { settings } from "#app/domain/company/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { readStaticFiles } from "#app/server/http/static-files.ts";
import { clientFolder, loadPages } from "#app/server/pages/page-routes.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, sourceRoutes } from "#tests/support/test-shop.ts";
import { sessionCookie } from "./admin-session.ts";
import { addProduct, customer, lineFor } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;

/** Adds a column to the table and its declaration, as a developer might without considering that visitors read settings. */
async function addPrivateSetting(value: string): Promise<void> {
  await database.execute(
    sql.raw(`ALTER TABLE settings ADD COLUMN private_note text DEFAULT '${value}'`),
  );
  const columns: Record<string, unknown> = getTableColumns(settings);
  Object.assign(
    columns,
    getTableColumns(pgTable("settings", { private_note: text("private_note") })),
  );
  onTestFinished(async () => {
    delete columns.private_note;
    await database.execute(sql`ALTER TABLE settings DROP COLUMN private_note`);
  });
}

async function openShop() {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]);
  const files = await readStaticFiles(clientFolder, []);
  const env = { POSTAL_CODE_URL: "http://127.0.0.1:1" };
  const { ask, port } = await listenForTest({ opened, ...(await loadPages()), files, env });
  const product = await addProduct(database);
  const body = JSON.stringify({ customer, items: [lineFor(product)] });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const placed = await ask("/api/orders", headers, { method: "POST", body });
  const { link }: PlacedOrder = JSON.parse(placed.body.toString());
  const read = async (path: string, requestHeaders?: Record<string, string>) => {
    const response = await ask(path, requestHeaders);
    return { status: response.status, text: response.body.toString() };
  };
  return { read, port, files, product, orderPath: new URL(link, "https://loja.example").pathname };
}

/** Addresses of all pages and documents that visitors can open. */
function listPublicPaths(orderPath: string): string[] {
  const paths = Object.values(sourceRoutes)
    .filter(({ id }) => id === "routes/admin/people/login" || id.startsWith("routes/storefront/"))
    .map(({ path = "" }) => `/${path}`)
    .map((path) => path.replace(":category", "polpas-de-frutas").replace("/pedido/:ref", orderPath))
    .map((path) => path.replace("*", "nada"));
  const isDocument = (path: string) => path === "/" || path.includes(".");
  const data = paths.filter((path) => !isDocument(path)).map((path) => `${path}.data`);
  return [...new Set(paths), ...data, "/_root.data", "/admin/manifest.webmanifest"];
}

/** The paths of the API that answer without a session, and parameters that exist. */
async function listPublicReads(read: (path: string) => Promise<{ text: string }>, ref: string) {
  const { paths } = JSON.parse((await read("/api/openapi.json")).text) as {
    paths: Record<string, { get?: { security?: object[] } }>;
  };
  return Object.entries(paths)
    .filter(([path, { get }]) => get && path !== "/api/events" && isPublic(get.security))
    .map(([path]) => path.replace("{ref}", ref).replace("{cep}", "01310100"))
    .map((path) => path.replace(/\{\w+\}/, randomUUID()));
}

const isPublic = (security: object[] = []) =>
  security.length === 0 || security.some((one) => Object.keys(one).length === 0);

test("no public response contains a setting that is not declared public, or the metadata of a row", async () => {
  const secret = `segredo-${randomUUID()}`;
  await addPrivateSetting(secret);
  await database.update(settings).set({
    show_ratings: true,
    pix: { key: secret, merchant_name: secret, merchant_city: secret },
    order_messages: { pendente: secret },
  });
  const { read, port, files, product, orderPath } = await openShop();
  const stream = await openEvents(`http://127.0.0.1:${port}/api/events`);
  await stream.event("ready");
  await database.update(products).set({ metadata: { erp: secret } });
  await database.update(pedidos).set({ metadata: { erp: secret } });

  const admin = await read("/admin/settings.data", { Cookie: await sessionCookie(database) });
  expect(admin.text).toContain("private_note");
  expect(admin.text).toContain(secret);
  for (const path of ["/api/products?all=1", `/api/products/${product.id}`, "/api/orders"]) {
    const { text } = await read(path, { Cookie: await sessionCookie(database) });
    expect(text, path).toContain(`"metadata":{"erp":"${secret}"}`);
  }

  const reads = await listPublicReads(read, orderPath.split("/").at(-1) ?? "");
  expect(reads).toContain("/api/settings");
  const single = [
    ...[`/api/products/${product.id}`, `/api/products?ids=${product.id}`],
    ...[`/produtos/polpas-de-frutas?produto=${product.slug}`, "/busca?q=polpa"],
  ];
  const paths = [...listPublicPaths(orderPath), ...reads, ...single, ...files.keys()];
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    const { status, text } = await read(path);
    expect([200, 202, 404, 503], path).toContain(status);
    expect(text, path).not.toContain(secret);
  }
  const shown = JSON.parse((await read("/api/settings")).text);
  const { price_table: _, ...declared } = publicSettingsSchema.shape;
  expect(Object.keys(shown).sort()).toEqual(Object.keys(declared).sort());

  await database.update(settings).set({ site_name: "Outra loja" });
  await stream.event("changes");
  expect(stream.text()).not.toContain(secret);
});

test("the settings that visitors may not read", () => {
  const isKnown = new Set(Object.keys(publicSettingsSchema.shape));
  expect(Object.keys(settingsSchema.shape).filter((name) => !isKnown.has(name))).toEqual([
    ...["outside_zones", "pickup", "confirmed_orders_open", "pix", "order_messages"],
    ...["customer_mails", "fiscal"],
  ]);
});
