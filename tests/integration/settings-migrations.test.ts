import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#app/archive/databases.ts";
import { noPageTexts } from "#app/domain/company/company-schema.ts";
import { toCurrentSettings } from "#app/domain/company/former-settings.ts";
import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { listFixtures, readReleasedMigrations } from "#tests/upgrade/fixture.ts";

// Settings of 1.0.0 that this version stores in another way.

/** An empty shop of 1.0.0. */
async function openReleased() {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { inTransaction, close } = await openEmbedded(folder);
  onTestFinished(close);
  const [released = ""] = listFixtures();
  const names = (await readReleasedMigrations(released)).map(({ name }) => name);
  expect(names.length).toBeLessThan((await readMigrations()).length);
  await migrate(inTransaction, { only: new Set(names) });
  return { inTransaction };
}

/** `columns` are values of 1.0.0 as SQL. */
async function change(run: RunSql, columns: Record<string, string>) {
  const changes = Object.entries(columns).map(([name, value]) => `${name} = ${value}`);
  await run(`UPDATE settings SET ${changes.join(", ")}`);
}

async function upgradeSettings(run: RunSql) {
  await migrate((work) => work(run));
  const [row] = await run("SELECT * FROM settings");
  return row;
}

/** The settings of a shop of 1.0.0 with these columns after its upgrade. */
async function upgrade(columns: Record<string, string>) {
  const { inTransaction } = await openReleased();
  return inTransaction(async (run) => {
    await change(run, columns);
    return upgradeSettings(run);
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

test("claims and testimonial are part of the texts of the pages, which a shop without any of them lacks", async () => {
  const settings = await upgrade({
    home_claims: `'[{"number": "15+", "label": "anos"}]'`,
    testimonial: `'{"quote": "Chega duro", "author": "Marta"}'`,
  });
  expect(settings?.page_texts).toEqual({
    ...noPageTexts,
    home_claims: [{ number: "15+", label: "anos" }],
    testimonial: { quote: "Chega duro", author: "Marta" },
  });
  expect(await upgrade({ site_name: "'Serra'" })).toMatchObject({ page_texts: null });
});

test("an entry of the audit log of 1.0.0 is restored as the upgrade stores it", async () => {
  const { inTransaction } = await openReleased();
  const columns = {
    hero_image_wide_url: "'/media/b'",
    page_texts: `'{"footer_line": "Da serra", "steps": []}'`,
    contact_claim: `'{"number": "30+", "label": "anos"}'`,
    payment_methods: `'["PIX"]'`,
    disabled_payment_methods: `'["Vale", "Boleto"]'`,
    payment_terms: `'{"Boleto": {"audience": "cnpj", "days": 28}}'`,
  };
  const logged = await inTransaction(async (run) => {
    await change(run, columns);
    return (await run("SELECT * FROM settings"))[0] ?? {};
  });
  const upgraded = await inTransaction(upgradeSettings);
  const { hero_image_url, page_texts, payment_terms } = toCurrentSettings(logged);
  expect({ hero_image_url, page_texts, payment_terms }).toEqual({
    hero_image_url: "/media/b",
    page_texts: upgraded?.page_texts,
    payment_terms: upgraded?.payment_terms,
  });
});
