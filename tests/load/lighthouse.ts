import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";

/**
 * Lighthouse's mobile scores of each public page, the median of three runs: `npm run lighthouse`. Lighthouse is
 * fetched for the run, since it weighs 100 MB.
 */
const lighthouse = "lighthouse@13.5.0";
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const pages =
  process.argv.slice(2).length > 0
    ? process.argv.slice(2)
    : [
        "/",
        "/produtos",
        "/produtos/polpas-de-frutas",
        "/produtos/frutas-congeladas",
        "/produtos/gelo-saborizado",
        "/produtos/pescados",
        "/receitas",
        "/sobre",
        "/contato",
      ];

type Scores = Record<(typeof categories)[number], number>;

const execute = promisify(execFile);
const chrome = ensureChromium();
const folder = await temporaryFolder();
const shop = await startShop(folder, { LOG_LEVEL: "warn" });
let missed = 0;
try {
  console.log(`page${" ".repeat(28)}${categories.join("  ")}   (median of ${runs})`);
  for (const path of pages) {
    await audit(path);
    const scores: Scores[] = [];
    for (let run = 0; run < runs; run += 1) scores.push(await audit(path));
    report(
      path,
      categories.map((category) => median(scores.map((score) => score[category]))),
    );
  }
} finally {
  await shop.stop();
  await removeFolder(folder);
}
console.log(missed === 0 ? "all targets met" : `${missed} page(s) below target`);
process.exitCode = missed === 0 ? 0 : 1;

/** One run's scores. Lighthouse now and then fails to record a page and says to run it again. */
async function audit(path: string, attempts = 3): Promise<Scores> {
  try {
    return await auditOnce(path);
  } catch {
    if (attempts === 1) throw new Error(`Lighthouse could not record ${path}`);
    return audit(path, attempts - 1);
  }
}

async function auditOnce(path: string): Promise<Scores> {
  const { stdout } = await execute(
    "npx",
    [
      "--yes",
      lighthouse,
      `${shop.url}${path}`,
      "--quiet",
      "--output=json",
      "--form-factor=mobile",
      `--chrome-flags=--headless ${chromiumFlags.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: chrome }, maxBuffer: 2 ** 27, timeout: 180_000 },
  );
  const report = JSON.parse(stdout) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
}

function report(path: string, [performance = 0, ...others]: number[]): void {
  const met = performance >= 95 && others.every((score) => score === 100);
  if (!met) missed += 1;
  const figures = [performance, ...others].map((score) => String(score).padStart(11)).join("");
  console.log(`${path.padEnd(30)}${figures}   ${met ? "" : "below target"}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
