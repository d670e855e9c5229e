import fc from "fast-check";
import { createRandom } from "#demo/random.ts";
import { login, signIn } from "#tests/load/seller.ts";
import {
  freePort,
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { testSeed } from "#tests/support/test-run.ts";
import { attackAreas, attackPages, attackRoutes, attackSignIn, proxyAddress } from "./access.ts";
import { type Attack, createAttack } from "./context.ts";
import {
  attackImports,
  attackMail,
  attackOrders,
  attackUploads,
  attackWithKills,
  attackWithRaces,
} from "./data.ts";
import {
  attackAccounts,
  attackDates,
  attackExports,
  attackHiddenRows,
  attackMerges,
  attackPackingLink,
} from "./limits.ts";
import { attackWithFloods, attackWithRawHttp } from "./network.ts";

/**
 * `npm run attack`: about ten minutes of hostile requests to a shop that it starts on loopback, and a table of attempts
 * and failures. ATTACK_SECONDS shortens floods and kills, TEST_SEED repeats a run, and names of categories select some:
 * `npm run attack -- floods "raw HTTP"`.
 */
const seconds = Number(process.env.ATTACK_SECONDS ?? 600);

const categories: Record<string, { run: (attack: Attack) => Promise<void>; share?: number }> = {
  "route × role": { run: attackRoutes },
  pages: { run: attackPages },
  tampering: { run: attackOrders },
  exports: { run: attackExports },
  "hidden rows": { run: attackHiddenRows },
  merges: { run: attackMerges },
  areas: { run: attackAreas },
  "packing link": { run: attackPackingLink },
  dates: { run: attackDates },
  accounts: { run: attackAccounts },
  races: { run: attackWithRaces },
  "raw HTTP": { run: attackWithRawHttp },
  uploads: { run: attackUploads },
  imports: { run: attackImports },
  mail: { run: attackMail },
  "sign-in": { run: attackSignIn },
  floods: { run: attackWithFloods, share: 0.5 },
  faults: { run: (attack) => attackWithKills(attack, restart), share: 0.3 },
};
const selected = process.argv.slice(2);
const unknown = selected.find((name) => !(name in categories));
if (unknown) throw new Error(`no category is called ${unknown}`);

const folder = await temporaryFolder();
const port = String(await freePort());
const env = {
  PORT: port,
  LOG_LEVEL: "error",
  // Floods send orders without a limit; so high a limit leaves that of mails to one mailbox.
  ORDER_LIMIT: "1000000",
  ADMIN_EMAIL: login.email,
  ADMIN_PASSWORD: login.password,
  POSTAL_CODE_URL: "http://127.0.0.1:9",
  TRUST_PROXY: proxyAddress,
};
let shop: ShopProcess = await startShop(folder, env);
const cookie = await signIn(shop.url);

async function restart(): Promise<void> {
  await shop.stop("SIGKILL");
  shop = await startShop(folder, env);
}

console.log(`TEST_SEED=${testSeed}`);
fc.configureGlobal({ seed: testSeed });
const rows: { category: string; attempts: number; failures: number }[] = [];
try {
  for (const [category, { run, share = 0 }] of Object.entries(categories)) {
    if (selected.length > 0 && !selected.includes(category)) continue;
    const random = createRandom(testSeed);
    const durationMs = seconds * share * 1000;
    const { attack, tally } = createAttack({ shop, random, cookie, durationMs });
    await run(attack).catch((error) => attack.check(false, `interrupted: ${error.stack}`));
    rows.push({ category, attempts: tally.attempts, failures: tally.failures.length });
    for (const failure of tally.failures.slice(0, 10)) console.error(`${category}: ${failure}`);
  }
} finally {
  await shop.stop();
  await removeFolder(folder);
}
console.table(rows);
const failures = rows.reduce((sum, row) => sum + row.failures, 0);
console.log(failures === 0 ? "the shop held" : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
