import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installSystemPackages } from "./system-packages.ts";

/** The shell without a window: the tests need a third less processor time in it than in a full browser. */
const shell = "chromium-headless-shell";
const browsers = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const defaultPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The flags of a browser that connects only to loopback. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of an installed Chromium: CHROME_PATH, PATH, the platform's default places, or Playwright's. */
export function findChromium(): string | undefined {
  return findProgram([shell, ...browsers]);
}

/** Finds a browser as `findChromium` does, but one that shows notices, which the shell does not. */
export function findFullChromium(): string | undefined {
  return findProgram(browsers, (place) => !place.includes("headless"));
}

function findProgram(names: string[], isWanted = (_place: string) => true): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const places = [process.env.CHROME_PATH, ...onPath, ...defaultPlaces, chromium.executablePath()];
  return places.find((place) => place && isWanted(place) && existsSync(place));
}

/**
 * Finds a Chromium or installs one: Playwright's download first, then Debian's package as root. Installs a font with
 * Arial's metrics as well, where there is none.
 */
export function ensureChromium(): string {
  ensureArial();
  const found = findChromium() ?? addChromium([shell, "chromium"], findChromium);
  if (found) return found;
  throw new Error("No Chromium found: install Chrome or Chromium, or set CHROME_PATH");
}

/** Finds a full browser or installs one as `ensureChromium` does. The tests that need one are skipped without it. */
export function ensureFullChromium(): string | undefined {
  return findFullChromium() ?? addChromium(["chromium"], findFullChromium);
}

/** Installs one of Debian's packages, the first one that can be, unless the download is enough for `find`. */
function addChromium(packages: string[], find: () => string | undefined): string | undefined {
  downloadChromium();
  const reason = "the browser tests need it, and the download failed";
  if (!find()) packages.some((name) => installSystemPackages([name], reason));
  return find();
}

/** Downloads Playwright's full browser and its shell. */
function downloadChromium(): void {
  console.log(
    "Downloading Chromium with Playwright: the browser tests need it, and none was found",
  );
  const install = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
  spawnSync(process.execPath, install, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
  });
}

/** Pages that wait for their fonts are set in one with Arial's metrics (`app/ui/fonts.css`). A bare Linux has none. */
function ensureArial(): void {
  if (process.platform !== "linux") return;
  const match = spawnSync("fc-match", ["Arial", "family"], { encoding: "utf8" });
  if (/Arial|Liberation Sans/.test(match.stdout ?? "")) return;
  if (!installSystemPackages(["fonts-liberation"], "the browser tests need Arial's metrics")) {
    console.warn("Install Arial or Liberation Sans: the test of late fonts fails without one");
  }
}
