import { mkdir, writeFile } from "node:fs/promises";
import type { BrowserContextOptions } from "@playwright/test";
import sharp from "sharp";
import { guides, picturesPath } from "#app/routes/admin/help/guides.ts";
import { listOfficePages, publicPages } from "#tests/support/pages.ts";
import { openDemonstration, takeGuidePicture } from "#tests/support/pictures.ts";

/**
 * Pictures of the demonstration shop: those of the README by `npm run pictures`, those of the guides by
 * `npm run guide:pictures`, and by `npm run pictures -- --screens` every screen at 360 and 1440 pixels, in `test-results/screens`.
 */
const folder = "docs/pictures";
const guideFolder = `public${picturesPath}`;
const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const pictures: { name: string; path: string; options: BrowserContextOptions }[] = [
  { name: "storefront-wide", path: "/", options: wide },
  { name: "storefront-phone", path: "/produtos/polpas-de-frutas", options: phone },
  { name: "back-office", path: "/admin", options: wide },
];

const isOfGuides = process.argv.includes("--guide");
const shop = await openDemonstration(isOfGuides ? "catalogue" : "demo");
try {
  if (process.argv.includes("--screens")) {
    for (const path of [...Object.values(publicPages), ...(await listOfficePages(shop.request))]) {
      const name = path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home";
      for (const [size, options] of Object.entries({ 360: phone, 1440: wide })) {
        const page = await shop.open(path, { ...options, deviceScaleFactor: 1 });
        await save("test-results/screens", `${name}-${size}`, await page.screenshot(), 70);
        await page.context().close();
      }
    }
  } else if (isOfGuides) {
    for (const picture of guides.flatMap((guide) => guide.pictures)) {
      await save(guideFolder, picture.name, await takeGuidePicture(shop, picture), 70);
    }
  } else {
    for (const { name, path, options } of pictures) {
      const page = await shop.open(path, options);
      await save(folder, name, await page.screenshot(), 82);
    }
  }
} finally {
  await shop.close();
}

async function save(to: string, name: string, screenshot: Uint8Array, quality: number) {
  await mkdir(to, { recursive: true });
  const file = `${to}/${name}.webp`;
  const picture = await sharp(screenshot).webp({ quality }).toBuffer();
  await writeFile(file, picture);
  console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
}
