import path from "node:path";
import type { Page } from "@playwright/test";
import { startProxy } from "#tests/faults/offline/proxy.ts";
import { type BuiltPages, createNextBuild } from "#tests/support/next-build.ts";
import { waitForServiceWorker } from "#tests/support/offline.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { addToCart, openCheckout } from "#tests/support/purchase.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import {
  removeFolder,
  startProgram,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

test("a new version takes over at the next visit, and no page mixes files of two builds", async ({
  page: open,
  context,
  consoleErrors,
}) => {
  test.setTimeout(120_000);
  const { first, next, line, replaceShop, close } = await startProxyToBuilds();
  const buildOf = (page: Page) => readBuild(page, [first, next]);
  try {
    await open.goto(`${line.url}/produtos/polpas-de-frutas`);
    await waitForServiceWorker(open);
    await replaceShop();

    const visit = await context.newPage();
    await visit.goto(`${line.url}/sobre`);
    await expect.poll(() => listCachedBuilds(visit), { timeout: 30_000 }).toContain(next.id);
    await visit.goto(`${line.url}/receitas`);
    expect(await buildOf(visit)).toBe(next.id);

    await addToCart(open, "Polpa de açaí 100 g", "Polpa de acerola 100 g");
    await openCheckout(open);
    expect(await buildOf(open), "the open page continues with its own files").toBe(first.id);
    expect(await listCachedBuilds(open)).toEqual(new Set([first.id, next.id]));

    await expect(async () => {
      await open.goto(`${line.url}/contato`);
      expect(await buildOf(open)).toBe(next.id);
    }).toPass();
    // This waits until the page has cached the whole catalogue by the new worker.
    await expect
      .poll(() => listCachedBuilds(open), { timeout: 60_000 })
      .toEqual(new Set([next.id]));
    await context.setOffline(true);
    await open.goto(`${line.url}/produtos/pescados`);
    expect(await buildOf(open), "so has the copy").toBe(next.id);
    const failedRequest =
      /^(?:Failed to load resource|no service worker TypeError: Failed to fetch)/;
    const faults = consoleErrors.filter((line) => !failedRequest.test(line));
    expect(faults, "only failed requests").toEqual([]);
  } finally {
    await close();
    consoleErrors.length = 0;
  }
});

/** A proxy to a shop of one build, and a second shop of the next build. */
async function startProxyToBuilds() {
  const program = await temporaryFolder();
  const data = [await temporaryFolder(templateFolder), await temporaryFolder(templateFolder)];
  const builds = await createNextBuild(program);
  const [firstShop, nextShop] = await Promise.all([
    startShop(data[0] ?? ""),
    startShop(data[1] ?? "", {}, [], path.join(program, startProgram)),
  ]);
  const line = await startProxy(firstShop.url);
  return {
    ...builds,
    line,
    async replaceShop() {
      line.retarget(nextShop.url);
      await firstShop.stop();
    },
    async close() {
      line.close();
      await Promise.all([firstShop.stop(), nextShop.stop()]);
      await Promise.all([program, ...data].map(removeFolder));
    },
  };
}

/** The build that a page runs; every file that it loaded has to belong to it. */
async function readBuild(page: Page, builds: readonly BuiltPages[]): Promise<string> {
  const { id, loaded } = await page.evaluate(() => ({
    id: document.documentElement.dataset.build ?? "",
    loaded: performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/([^?]+)$/.exec(name)?.[1] ?? []),
  }));
  const build = builds.find((one) => one.id === id);
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((name) => !build?.files.has(name))).toEqual([]);
  return id;
}

/** The builds with files or pages in the caches. */
async function listCachedBuilds(page: Page): Promise<Set<string>> {
  const names = await page.evaluate(() => caches.keys());
  return new Set(names.flatMap((name) => /^pomar-(?:assets|pages)-(.+)$/.exec(name)?.[1] ?? []));
}
