import { request } from "node:http";
import { freePort, removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { type LoadResult, measure } from "./load.ts";
import { describeMachine } from "./machine.ts";
import { startNginx } from "./nginx.ts";
import { orderSource } from "./orders.ts";

/** Requests a second and p99 of what visitors do most, on one machine in one run: `npm run bench`. */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const path = "/produtos/polpas-de-frutas";
/** The router reads this spelling too, and the page cache keeps none but the one that links use. */
const uncachedPath = "/PRODUTOS/polpas-de-frutas";
const browser = { "accept-encoding": "gzip, deflate, br", accept: "text/html" };

type Row = [name: string, result: LoadResult | undefined, target?: string];

const folder = await temporaryFolder();
const shop = await startShop(`${folder}/data`, { LOG_LEVEL: "warn" });
try {
  const rows = await run();
  print(rows);
} finally {
  await shop.stop();
  await removeFolder(folder);
}

async function run(): Promise<Row[]> {
  const url = `${shop.url}${path}`;
  const page = await fetch(url, { headers: browser });
  const encoding = page.headers.get("content-encoding") ?? "identity";
  const nginx = await startNginx(
    `${folder}/nginx`,
    await freePort(),
    await compressedBody(url),
    encoding,
  );
  const cached = await measure({ url, headers: browser, seconds });
  const fromDisk = nginx && (await measure({ url: nginx.url, headers: browser, seconds }));
  nginx?.stop();
  const uncached = await measure({ url: `${shop.url}${uncachedPath}`, headers: browser, seconds });
  const products = await measure({ url: `${shop.url}/api/products`, headers: browser, seconds });
  const nextOrder = await orderSource(shop.url);
  const orders = await measure({
    url: `${shop.url}/api/orders`,
    method: "POST",
    seconds,
    setupClient: (client) => {
      const send = () => client.setHeadersAndBody(nextOrder().headers, nextOrder().body);
      send();
      client.on("response", send);
    },
  });
  const share = fromDisk ? (cached.rate / fromDisk.rate).toFixed(2) : "nginx is not installed";
  return [
    ["cached category page", cached, `at least 0.8 of nginx: ${share}`],
    ["nginx, same bytes from disk", fromDisk],
    ["the same page, rendered each time", uncached],
    ["GET /api/products", products],
    ["POST /api/orders, 16 clients", orders, `at least 400/s: ${orders.rate}`],
  ];
}

/** The bytes as they go over the wire: fetch would decompress them. */
async function compressedBody(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: browser }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    })
      .on("error", reject)
      .end();
  });
}

function print(rows: Row[]): void {
  console.log(`${describeMachine()}, ${seconds} s each\n`);
  for (const [name, result, target] of rows) {
    const figures = result
      ? `${result.rate} /s, p99 ${result.p99} ms, ${result.failures} failed`
      : "not measured";
    console.log(`${name.padEnd(30)} ${figures}${target ? `   (${target})` : ""}`);
  }
}
