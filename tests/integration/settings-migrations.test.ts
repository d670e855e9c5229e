import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#app/archive/databases.ts";
import { migrate, readMigrations } from "#app/platform/database/migrate.ts";
import { listFixtures, readReleasedMigrations } from "#tests/upgrade/fixture.ts";

// Settings of 1.0.0 that this version stores in another way.

/** The settings of a shop of 1.0.0 after its upgrade; `columns` are values of 1.0.0 as SQL. */
async function upgrade(columns: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { inTransaction, close } = await openEmbedded(folder);
  onTestFinished(close);
  const [released = ""] = listFixtures();
  const names = (await readReleasedMigrations(released)).map(({ name }) => name);
  expect(names.length).toBeLessThan((await readMigrations()).length);
  await migrate(inTransaction, { only: new Set(names) });
  return inTransaction(async (run) => {
    const changes = Object.entries(columns).map(([name, value]) => `${name} = ${value}`);
    await run(`UPDATE settings SET ${changes.join(", ")}`);
    await migrate((work) => work(run));
    const [row] = await run("SELECT * FROM settings");
    return row;
  });
}

test("custom payment methods that are switched off keep their terms, and get some", async () => {
  const settings = await upgrade({
    payment_methods: `'["PIX"]'`,
    disabled_payment_methods: `'["Vale", "Boleto"]'`,
    payment_terms: `'{"Boleto": {"audience": "cnpj", "days": 28}}'`,
  });
  expect(settings?.payment_terms).toEqual({
    Vale: { audience: "all", days: 0 },
    Boleto: { audience: "cnpj", days: 28 },
  });
});

test.each([
  [
    "the main picture",
    { hero_image_url: "'/media/a'", hero_image_wide_url: "'/media/b'" },
    "/media/a",
  ],
  [
    "the wide one",
    { hero_image_wide_url: "'/media/b'", hero_image_tall_url: "'/media/c'" },
    "/media/b",
  ],
  ["the tall one", { hero_image_tall_url: "'/media/c'" }, "/media/c"],
])("the picture of the home page is %s, if there is no other", async (_which, columns, picture) => {
  expect(await upgrade(columns)).toMatchObject({
    hero_image_url: picture,
    hero_image_focus: "center",
  });
});
