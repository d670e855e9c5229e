import { eq, sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { insertOrders, productRow, recipeRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { runAsUser } from "./database.ts";

const { database, subscribe } = await openTestDatabase();

/** Collects the changes published from now on. */
function listen() {
  const received: RowChange[] = [];
  onTestFinished(subscribe((change) => received.push(change)));
  return {
    received,
    about: (table: RowChange["table"]) => received.filter((change) => change.table === table),
  };
}

/** Commits one more change and waits for it: all earlier ones have been received then. */
async function waitForChanges(received: RowChange[]): Promise<void> {
  const name = crypto.randomUUID();
  const [row] = await database
    .insert(recipes)
    .values(recipeRow({ slug: name }))
    .returning();
  await vi.waitFor(
    () => expect(received.some((change) => change.id === row?.id)).toBe(true),
    5_000,
  );
}

it("publishes operation, row and author", async () => {
  const { about, received } = listen();
  const [product] = await runAsUser(database, "ana@example.com", (transaction) =>
    transaction
      .insert(products)
      .values(productRow({ stock: 5 }))
      .returning(),
  );
  await database.update(products).set({ stock: 3 });
  await database.delete(products);
  await waitForChanges(received);
  const row = { table: "products", id: product?.id, title: "Polpa de caju", slug: "polpa-de-caju" };
  expect(about("products")).toEqual([
    { ...row, operation: "INSERT", version: 1, by: "ana@example.com" },
    { ...row, operation: "UPDATE", version: 2 },
    { ...row, operation: "DELETE", version: 2 },
  ]);
});

it("publishes categories, settings, recipes and orders, the orders without customer data", async () => {
  const { about, received } = listen();
  const [category] = await database
    .update(categories)
    .set({ name: "Polpas" })
    .where(eq(categories.slug, "polpas"))
    .returning();
  const [setting] = await database.update(settings).set({ site_name: "Pomar" }).returning();
  const [recipe] = await database.insert(recipes).values(recipeRow()).returning();
  const [order] = await insertOrders(database);
  await waitForChanges(received);
  expect(about("categories")).toMatchObject([
    { operation: "UPDATE", id: category?.id, slug: "polpas" },
  ]);
  expect(about("settings")).toEqual([
    { table: "settings", operation: "UPDATE", id: setting?.id, version: 2 },
  ]);
  expect(about("recipes")[0]).toMatchObject({ operation: "INSERT", id: recipe?.id });
  expect(about("orders")).toEqual([
    {
      table: "orders",
      operation: "INSERT",
      id: order?.id,
      version: 1,
      numero_pedido: order?.numero_pedido,
      status: "pendente",
    },
  ]);
});

it("publishes each row of the audit log", async () => {
  const { about, received } = listen();
  await database.insert(products).values(productRow());
  const [entry] = await database.select().from(auditLogs);
  await waitForChanges(received);
  expect(about("audit_logs")[0]).toEqual({
    table: "audit_logs",
    operation: "INSERT",
    id: entry?.id,
  });
});

it("publishes nothing before the commit, after a rollback, or for an update without changes", async () => {
  const { about, received } = listen();
  await database.transaction(async (transaction) => {
    await transaction.insert(products).values(productRow());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(about("products")).toEqual([]);
  });
  const failing = database.transaction(async (transaction) => {
    await transaction.delete(products);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow();
  await database.update(products).set({ stock: 0 });
  await waitForChanges(received);
  expect(about("products").map((change) => change.operation)).toEqual(["INSERT"]);
});

it("loses none of a thousand changes by 16 concurrent writers", async () => {
  const { about, received } = listen();
  await database.insert(products).values(productRow());
  let left = 1000;
  async function sell(): Promise<void> {
    while (left-- > 0) await database.update(products).set({ stock: sql`stock - 1` });
  }
  await Promise.all(Array.from({ length: 16 }, sell));
  await waitForChanges(received);
  const versions = about("products").map((change) => change.version);
  expect(versions).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
  expect(about("audit_logs")).toHaveLength(1002);
});

it("publishes a row with texts of the maximum length and unusual characters", async () => {
  const { about, received } = listen();
  const title = "\u{1}".repeat(300);
  const email = `${"\u{7f}\u{2}".repeat(300)}@example.com`;
  const slug = "🍓".repeat(300);
  await runAsUser(database, email, (transaction) =>
    transaction.insert(products).values(productRow({ title, slug })),
  );
  await waitForChanges(received);
  expect(about("products")).toMatchObject([{ title, slug }]);
});

it("reaches every subscriber until it unsubscribes", async () => {
  const first = vi.fn();
  const second = vi.fn();
  const unsubscribe = subscribe(first);
  onTestFinished(subscribe(second));
  unsubscribe();
  await database.insert(products).values(productRow());
  await vi.waitFor(() => expect(second).toHaveBeenCalled());
  expect(first).not.toHaveBeenCalled();
});
