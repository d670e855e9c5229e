import { maxImportRows } from "#app/domain/catalogue/import/product-import.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { login, signIn } from "../seller.ts";
import type { Row } from "../table.ts";
import { timeMeanwhile } from "../timing.ts";

/** Pause between two requests that an import must not delay. */
const pauseMs = 5;
const maxWaitMs = 500;

/**
 * Imports the largest file on the embedded database, and measures how long other requests wait meanwhile. */
export async function measureImports(): Promise<Row[]> {
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
      const work = send(address, cookie, productFile(price));
      const begun = performance.now();
      const askOther = () => fetch(`${shop.url}/api/products/${crypto.randomUUID()}`);
      const waits = await timeMeanwhile(work, askOther, pauseMs);
      const row = { name: `import, ${name}`, unit: "ms" };
      rows.push({ ...row, value: performance.now() - begun });
      rows.push({ ...row, column: "another waits", value: Math.max(...waits), max: maxWaitMs });
    }
    return rows;
  } finally {
    await shop.stop();
    await removeFolder(folder);
  }
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
