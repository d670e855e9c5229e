import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Flags for a browser that talks to loopback alone. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of a Chromium on this machine: CHROME_PATH, the usual places, or Playwright's own. */
export function findChromium(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const places = [process.env.CHROME_PATH, ...onPath, ...usualPlaces, chromium.executablePath()];
  return places.find((place) => place !== undefined && place !== "" && existsSync(place));
}

/** Finds a Chromium or gets one: Playwright's download first, then Debian's package when root. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  for (const [command, ...args] of waysToGetOne()) {
    console.log(`Chromium is missing: ${command} ${args.join(" ")}`);
    try {
      execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 });
    } catch {
      continue;
    }
    const path = findChromium();
    if (path) return path;
  }
  throw new Error("No Chromium: set CHROME_PATH to one, or install Chrome or Chromium");
}

function waysToGetOne(): [string, ...string[]][] {
  const playwright: [string, ...string[]] = [
    process.execPath,
    "node_modules/@playwright/test/cli.js",
    "install",
    "chromium",
  ];
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [playwright];
  return [
    playwright,
    [
      "sh",
      "-c",
      "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium",
    ],
  ];
}
