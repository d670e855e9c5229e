import { createRandom } from "#demo/random.ts";
import { createAdministrator, initialStock } from "./administrator.ts";
import { placeOrders } from "./buyers.ts";
import { check, checkPictures, type Findings, openSiteDatabase } from "./check.ts";
import { createGate } from "./gate.ts";
import { History } from "./history.ts";
import { type Faults, faultNames, injectFaults } from "./inject-faults.ts";
import { type Engine, openSite, type Site } from "./site.ts";

export type ServerRun = { engine: Engine; orders: number; seed: number; faults: Faults };

/**
 * Lets buyers and an administrator use a shop while faults are injected, then compares acknowledgements with stored
 * rows. When an order is lost, duplicated or unknown, it writes the history to a file and throws.
 */
export async function runServerFaults({ engine, orders, seed, faults }: ServerRun): Promise<void> {
  const history = new History();
  const random = createRandom(seed);
  const startedAt = performance.now();
  const site = await openSite(engine, history);
  try {
    const findings = await run(site, history, orders, faults, random);
    report(history, site, findings, performance.now() - startedAt);
    if (Object.values(findings).every((found) => found.length === 0)) return;
  } catch (error) {
    console.error(await history.write(`${engine}-${seed}`));
    throw error;
  } finally {
    await site.remove();
  }
  throw new Error(`faults were found; history: ${await history.write(`${engine}-${seed}`)}`);
}

async function run(
  site: Site,
  history: History,
  orders: number,
  faults: Faults,
  random: ReturnType<typeof createRandom>,
): Promise<Findings> {
  const administrator = createAdministrator({ site, history, random });
  await administrator.raiseStocks();
  const gate = createGate();
  const closing = new AbortController();
  const working = administrator.work(closing.signal);
  await Promise.all([
    placeOrders({ site, history, random, orders, gate }),
    injectFaults({ site, faults, orders, gate, history, random }),
  ]);
  closing.abort();
  await working;
  await site.up();
  await site.moveClock(0);
  const pictures = await checkPictures(site.addresses()[0] ?? "", history);
  await site.close();
  const { database, close } = await openSiteDatabase(site);
  const findings = await check(database, history, initialStock);
  await close();
  return { ...findings, pictures };
}

function report(history: History, site: Site, findings: Findings, took: number): void {
  const count = (what: string) => String(history.count(what)).padStart(6);
  console.log(`${site.engine}, ${site.shops.length} process(es), ${Math.round(took / 1000)} s`);
  console.log(`${count("sent")} requests, ${count("unclear")} of them with an unclear result`);
  console.log(`${String(history.acknowledged).padStart(6)} orders, ${count("replayed")} replayed`);
  console.log(
    `${count("order changed")} edits and status changes, ${count("order change unclear")} unclear`,
  );
  console.log(
    `${count("uploaded")} pictures in ${site.pictures.name}, ${count("not uploaded")} rejected or unclear`,
  );
  if (site.postgres && !site.pictures.env.S3_BUCKET)
    console.log("       no S3 server available: the picture folder was made unavailable instead");
  for (const fault of faultNames) console.log(`${count(`${fault}, repaired`)} times: ${fault}`);
  if (!site.disk.fill)
    console.log("       the disk was not filled: only root can mount a small disk");
  for (const [kind, found] of Object.entries(findings)) {
    console.log(
      `${kind}: ${found.length}${found
        .slice(0, 5)
        .map((one) => `\n    ${one}`)
        .join("")}`,
    );
  }
}
