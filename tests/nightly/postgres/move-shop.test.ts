import { hash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { writeArchive } from "#app/archive/archive-file.ts";
import { type ArchiveDatabase, openEmbeddedCopy, openPostgres } from "#app/archive/databases.ts";
import { moveRows, restore } from "#app/archive/restore.ts";
import { beginSnapshot, listSequences, listTables, readRows } from "#app/archive/rows.ts";
import { startControlServer } from "#app/archive/running-shop.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { createShop } from "#app/shop.ts";
import { testHasher } from "#tests/integration/administrator.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import {
  fulfilmentRows,
  insertOrders,
  orderRow,
  productRow,
  testLog,
} from "#tests/support/rows.ts";
import { runProgram } from "#tests/support/run-program.ts";

const server = inject("postgresUrl") ?? "";
const picture = "product-images/public/caju.webp";
const oddTexts = [
  'Ana \u0001\u001f\u007f \\ "aspas" \'',
  "Jo\u{1F600}ão \u2028 <b>",
  "ÀÇÉ\u00a0\t\r\n",
  "'; DROP TABLE pedidos; -- $1 {null}",
  "null",
  "ﷺ \u202e 漢字",
];
let folder = "";
let opened: OpenDatabase | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pomar-moving-"));
  await addMigratedDatabase(home("old"));
  opened = await openDatabase({ dataDir: home("old"), log: testLog });
  await fill(opened, home("old"));
}, 180_000);
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

const home = (name: string) => path.join(folder, name);

const administrator = { email: "dona@pomar.example", password: "uva-roxa-de-jundiai" };
const member = {
  name: "Ana Lima",
  email: "ana@pomar.example",
  role: "equipe" as const,
  password: "goiaba-branca-madura",
};
const createTestShop = (database: OpenDatabase["database"]) =>
  createShop({
    database,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: createMemoryPictures(),
    passwords: testHasher,
  });

/** Fills a shop with an administrator and a member, a product, a picture, a day of deliveries, and orders with unusual customer names. */
async function fill({ database }: OpenDatabase, dataDir: string): Promise<void> {
  await createFolderStore(path.join(dataDir, "media")).write(picture, Buffer.from("caju"));
  await database
    .insert(products)
    .values(productRow({ images: [`/media/${picture}`], price: 0.1, long_desc: oddTexts[0] }));
  await ensureAdministrator(database, testHasher, new Date(), {
    ...administrator,
    generated: false,
  });
  const { people } = createTestShop(database);
  const invited = await people.inviteMember(administrator.email, member);
  if (!invited.ok) throw new Error(invited.reason);
  await people.acceptInvitation(invited.row.path.split("/").at(-1) ?? "", member.password, {});
  const { cliente_info } = orderRow();
  const orders = oddTexts.map((name) => ({ cliente_info: { ...cliente_info, name } }));
  for (const text of fulfilmentRows) await database.execute(sql.raw(text));
  // Triggers queue their mails.
  const more = Array.from({ length: 100 }, () => orders).flat();
  await insertOrders(database, ...more.slice(1));
}

type Contents = Record<string, string[]>;

/** Every row of every table as sorted text, and the values of the sequences. */
async function contents(place: ArchiveDatabase): Promise<Contents> {
  const found = await place.inTransaction(async (run) => {
    await beginSnapshot(run);
    const all: Contents = {
      sequences: (await listSequences(run)).map((one) => JSON.stringify(one)),
    };
    for (const table of await listTables(run)) {
      const rows: string[] = [];
      for await (const page of readRows(run, table)) {
        rows.push(...page.map((row) => JSON.stringify(row)));
      }
      all[table.name] = rows.toSorted();
    }
    return all;
  });
  await place.close();
  return found;
}

const contentsOf = async (where: string) =>
  contents(
    where.startsWith("postgres")
      ? await openPostgres(where, "where")
      : await openEmbeddedCopy(where),
  );

/** The hash of every file below a folder. */
async function filesOf(place: string): Promise<Record<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sums = files.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(place, file), hash("sha256", await readFile(file))];
  });
  return Object.fromEntries(await Promise.all(sums));
}

const program = (name: string, args: string[], dataDir: string, env: Record<string, string> = {}) =>
  runProgram([`scripts/${name}.ts`, ...args], {
    DATA_DIR: home(dataDir),
    ...env,
  });

const selectMediaStore = (dataDir: string) => () =>
  createFolderStore(path.join(home(dataDir), "media"));

/** Moves a shop as the commands do it, without starting a process. */
const onServer = async <T>(
  url: string,
  work: (place: ArchiveDatabase) => Promise<T>,
): Promise<T> => {
  const place = await openPostgres(url, "url");
  return work(place).finally(() => place.close());
};
async function moveOldTo(url: string): Promise<string[]> {
  const messages: string[] = [];
  const options = {
    replace: false,
    print: (line: string) => messages.push(line),
    pictures: async () => {},
  };
  const from = await openEmbeddedCopy(home("old"));
  await onServer(url, (to) => moveRows(from, to, options)).finally(() => from.close());
  return messages;
}

describe("a backup of an open shop", () => {
  test("is one private file that restores every row and picture on either engine", async () => {
    const file = home("backup.tar.gz");
    if (!opened?.copyFiles) throw new Error("no embedded database");
    const closeControl = await startControlServer(home("old"), opened.copyFiles);
    const result = await program("backup", [file], "old");
    await closeControl();
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining("1 pictures") });
    await opened.close();
    opened = undefined;
    const before = await contentsOf(home("old"));
    expect(before.pedidos).toHaveLength(600);
    for (const name of [
      "delivery_zones",
      "delivery_exceptions",
      "packings",
      "delivery_routes",
      "members",
    ])
      expect(before[name], name).not.toEqual([]);

    const url = await createTestDatabase(server, "empty");
    const other = await createTestDatabase(server, "empty");
    const fromServer = home("of-the-server.tar.gz");
    async function toEmbedded(): Promise<void> {
      expect(await program("restore", [file], "embedded")).toMatchObject({ code: 0 });
      expect(await contentsOf(home("embedded"))).toEqual(before);
      const again = await program("restore", [file], "embedded");
      expect(again).toMatchObject({
        code: 1,
        output: expect.stringContaining("already holds a shop"),
      });
    }
    async function toServerAndOn(): Promise<void> {
      await onServer(url, (place) => restore(file, place, selectMediaStore("server")));
      expect(await contentsOf(url)).toEqual(before);
      await onServer(url, (place) => writeArchive(place, selectMediaStore("server"), fromServer));
      await onServer(other, (place) => restore(fromServer, place, selectMediaStore("third")));
      expect(await contentsOf(other)).toEqual(before);
    }
    await Promise.all([toEmbedded(), toServerAndOn()]);
    for (const name of ["embedded", "server", "third"]) {
      expect((await readFile(path.join(home(name), "media", picture))).toString()).toBe("caju");
    }
  }, 300_000);
});

describe("moving a shop to another database", () => {
  test("copies everything both ways, leaves the source unchanged, and can be repeated", async () => {
    const url = await createTestDatabase(server, "empty");
    const before = await contentsOf(home("old"));
    const files = await filesOf(home("old"));
    const move = (from: string, to: string, dataDir: string, ...more: string[]) =>
      program("move", ["--from", from, "--to", to, ...more], dataDir);

    const moved = await move("embedded", url, "old");
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining("pedidos: 600 rows") });
    expect(await contentsOf(url)).toEqual(before);
    expect(await filesOf(home("old"))).toEqual(files);
    expect((await moveOldTo(url)).at(-1)).toContain("were already equal");

    // On another machine the pictures are not in DATA_DIR.
    expect(await move(url, "embedded", "back")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/all rows are copied, but 1 pictures .* are missing/),
    });
    await cp(path.join(home("old"), "media"), path.join(home("back"), "media"), {
      recursive: true,
    });
    expect(await move(url, "embedded", "back")).toMatchObject({ code: 0 });
    expect(await contentsOf(home("back"))).toEqual(before);

    // After a new order in the target it is no longer a copy.
    const shop = await openDatabase({ dataDir: home("old"), databaseUrl: url, log: testLog });
    const [order] = await insertOrders(shop.database);
    expect(order?.numero_pedido).toBe(1601);
    const open = await move("embedded", url, "old");
    expect(open).toMatchObject({
      code: 1,
      output: expect.stringContaining("a shop is running on --to"),
    });
    await shop.close();
    await expect(moveOldTo(url)).rejects.toThrow("has changed since");
    expect((await contentsOf(url)).pedidos).toHaveLength(601);

    // The move back includes the new order.
    expect(await move(url, "embedded", "back")).toMatchObject({ code: 0 });
    expect(await contentsOf(home("back"))).toEqual(await contentsOf(url));

    // --replace leaves only the source's rows, and its order numbers.
    expect(await move("embedded", url, "old", "--replace")).toMatchObject({ code: 0 });
    expect(await contentsOf(url)).toEqual(before);

    // The administrator and members sign in as before.
    const target = await openDatabase({ dataDir: home("old"), databaseUrl: url, log: testLog });
    const { people } = createTestShop(target.database);
    for (const login of [administrator, member])
      expect(await people.signIn(login, {})).toMatchObject({ ok: true });
    expect(await people.signIn({ ...member, password: "outra-senha-qualquer" }, {})).toMatchObject({
      reason: "wrong-password",
    });
    await target.close();
  }, 300_000);
});
