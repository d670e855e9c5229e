import { desc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { insertOrders, productRow, recipeRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { type Database, runAsUser } from "./database.ts";

const { database } = await openTestDatabase();

type Target = {
  name: string;
  insert(database: Database): Promise<string>;
  update(database: Database): Promise<unknown>;
  delete(database: Database): Promise<unknown>;
  /** The column that `update` changes, with its values before and after. */
  change: [column: string, before: unknown, after: unknown];
};

const idOf = ([row]: { id: string }[]) => row?.id ?? "";

const targets: Target[] = [
  {
    name: "products",
    insert: async (db) => idOf(await db.insert(products).values(productRow()).returning()),
    update: (db) => db.update(products).set({ stock: 13 }).execute(),
    delete: (db) => db.delete(products).execute(),
    change: ["stock", 0, 13],
  },
  {
    name: "recipes",
    insert: async (db) => idOf(await db.insert(recipes).values(recipeRow()).returning()),
    update: (db) => db.update(recipes).set({ visible: false }).execute(),
    delete: (db) => db.delete(recipes).execute(),
    change: ["visible", true, false],
  },
  {
    name: "orders",
    insert: async (db) => idOf(await insertOrders(db)),
    update: (db) => db.update(pedidos).set({ status: "confirmado" }).execute(),
    delete: (db) => db.delete(pedidos).execute(),
    change: ["status", "pendente", "confirmado"],
  },
  {
    name: "categories",
    async insert(db) {
      const polpas = eq(categories.slug, "polpas");
      const [row] = await db.delete(categories).where(polpas).returning();
      if (!row) throw new Error("no initial category");
      return idOf(await db.insert(categories).values(row).returning());
    },
    update: (db) =>
      db
        .update(categories)
        .set({ image_url: "/a.png" })
        .where(eq(categories.slug, "polpas"))
        .execute(),
    delete: (db) => db.delete(categories).where(eq(categories.slug, "polpas")).execute(),
    change: ["image_url", null, "/a.png"],
  },
  {
    name: "settings",
    async insert(db) {
      await db.delete(settings);
      return idOf(
        await db
          .insert(settings)
          .values({ site_name: "Pomar", delivery_settings: free })
          .returning(),
      );
    },
    update: (db) => db.update(settings).set({ site_name: "Pomar do Sul" }).execute(),
    delete: (db) => db.delete(settings).execute(),
    change: ["site_name", "Pomar", "Pomar do Sul"],
  },
];
const free = { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 };

const entries = (id: string) =>
  database.select().from(auditLogs).where(eq(auditLogs.record_id, id)).orderBy(sql`operation`);

describe.each(targets)("the audit log of $name", ({ name, change, ...target }) => {
  const [column, before, after] = change;

  it("records insert, update and delete with the row before and after", async () => {
    const id = await runAsUser(database, "ana@example.com", target.insert);
    await runAsUser(database, "bia@example.com", target.update);
    await runAsUser(database, "cai@example.com", target.delete);
    const [inserted] = (await entries(id)).filter((entry) => entry.operation === "INSERT");
    const [updated] = (await entries(id)).filter((entry) => entry.operation === "UPDATE");
    // Categories and settings exist from the start, so that inserting one deletes it first.
    const deleted = (await entries(id)).find((entry) => entry.user_email === "cai@example.com");

    expect(inserted).toMatchObject({
      table_name: name,
      user_email: "ana@example.com",
      old_data: null,
    });
    expect(inserted?.new_data).toMatchObject({ id, version: 1, [column]: before });
    expect(updated).toMatchObject({ table_name: name, user_email: "bia@example.com" });
    expect(updated?.old_data).toMatchObject({ id, version: 1, [column]: before });
    expect(updated?.new_data).toMatchObject({ id, version: 2, [column]: after });
    expect(deleted).toMatchObject({ table_name: name, operation: "DELETE", new_data: null });
    expect(deleted?.old_data).toMatchObject({ id, [column]: expect.anything() });
  });

  it("has no author when no user is signed in", async () => {
    const id = await database.transaction((transaction) => target.insert(transaction));
    await target.update(database);
    const authors = (await entries(id)).map(({ user_email }) => user_email);
    expect(new Set(authors)).toEqual(new Set([null]));
  });

  it("records nothing for a rolled-back change", async () => {
    const count = await database.$count(auditLogs);
    const failing = runAsUser(database, "ana@example.com", async (transaction) => {
      await target.insert(transaction);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await database.$count(auditLogs)).toBe(count);
  });

  it("records nothing for an update without changes", async () => {
    await target.insert(database);
    await target.update(database);
    const count = await database.$count(auditLogs);
    await target.update(database);
    expect(await database.$count(auditLogs)).toBe(count);
  });
});

it("resets the author after the transaction", async () => {
  await runAsUser(database, "ana@example.com", async () => undefined);
  await database.insert(products).values(productRow());
  const [entry] = await database.select().from(auditLogs);
  expect(entry?.user_email).toBeNull();
});

it("accepts null as the system", async () => {
  await runAsUser(database, null, (transaction) =>
    transaction.insert(products).values(productRow()),
  );
  const [entry] = await database.select().from(auditLogs);
  expect(entry?.user_email).toBeNull();
});

it("increments the version of a changed row regardless of the given one, and not on an update without changes", async () => {
  const [made] = await database.insert(products).values(productRow()).returning();
  const change = { stock: 5, version: 40, updated_at: new Date(0) };
  const [first] = await database.update(products).set(change).returning();
  const [second] = await database.update(products).set(change).returning();
  expect(made?.version).toBe(1);
  expect(first?.version).toBe(2);
  expect(second).toEqual(first);
  expect(first?.updated_at.getTime()).toBeGreaterThanOrEqual(
    made?.updated_at.getTime() ?? Infinity,
  );
});

it("orders events by millisecond", async () => {
  await database.insert(products).values(productRow());
  for (const stock of [1, 2, 3]) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await database.update(products).set({ stock });
  }
  const log = await database.select().from(auditLogs).orderBy(desc(auditLogs.created_at));
  expect(log.map((entry) => entry.new_data?.stock)).toEqual([3, 2, 1, 0]);
});
