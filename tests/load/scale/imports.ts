import { maxImportRows } from "#app/domain/catalogue/product-import.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { login, signIn } from "../seller.ts";
import { printTable, type Row } from "../table.ts";
import { timeOf } from "./timing.ts";

/** Pause between two requests that an import must not delay. */
const pauseMs = 5;
const maxWaitMs = 500;

/**
 * Imports the largest file on the embedded database, and measures how long other requests wait meanwhile. Resolves with
 * whether every target is met.
 */
export async function measureImports(): Promise<boolean> {
  const folder = await temporaryFolder();
  const env = { SEED: "open", LOG_LEVEL: "error", ADMIN_EMAIL: login.email };
  const shop = await startShop(folder, { ...env, ADMIN_PASSWORD: login.password });
  try {
    const cookie = await signIn(shop.url);
    const rows: Row[] = [];
    for (const [name, price, query] of [
      ["check of new products", "19,90", "?dry_run=1"],
      ["new products", "19,90", ""],
      ["no change", "19,90", ""],
      ["every price changed", "21,90", ""],
    ] as const) {
      const address = `${shop.url}/api/products/import${query}`;
      const { taken, longest } = await measureWaits(shop.url, () =>
        send(address, cookie, productFile(price)),
      );
      rows.push({ name: `import, ${name}`, value: taken, unit: "ms" });
      rows.push({ name: "  longest wait of another", value: longest, unit: "ms", max: maxWaitMs });
    }
    return printTable(rows);
  } finally {
    await shop.stop();
    await removeFolder(folder);
  }
}

async function measureWaits(url: string, work: () => Promise<void>) {
  let isDone = false;
  let longest = 0;
  const taken = timeOf(work).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const wait = await timeOf(() => fetch(`${url}/api/products/${crypto.randomUUID()}`));
    longest = Math.max(longest, wait);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return { taken: Math.round(await taken), longest: Math.round(longest) };
}

async function send(url: string, cookie: string, file: string): Promise<void> {
  const body = new FormData();
  body.append("file", new File([file], "produtos.csv", { type: "text/csv" }));
  const response = await fetch(url, { method: "POST", headers: { Cookie: cookie }, body });
  const text = await response.text();
  const result = text.trimEnd().split("\n").at(-1) ?? "";
  if (!result.startsWith('{"type":"result"')) throw new Error(`no result: ${result.slice(0, 300)}`);
}

function productFile(price: string): string {
  const rows = Array.from(
    { length: maxImportRows },
    (_, index) =>
      `produto-${index};Produto de medida ${index};polpas;${price};100;Congelado, em embalagem de um quilo, para sucos e vitaminas.`,
  );
  return ["Slug;Título;Categoria;Preço;Estoque;Descrição Curta", ...rows].join("\r\n");
}
