import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";
import { chromiumFlags } from "#tests/support/chromium.ts";
import { freePort } from "#tests/support/shop-process.ts";
import { installSystemPackages } from "#tests/support/system-packages.ts";

/** The part of a browser that the tests need. */
export type Engine = {
  /** Name and version. */
  version: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and awaits its value. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** The functions that start each engine; undefined when it is not available on this machine. */
export const engines: Record<string, () => Promise<Engine | undefined>> = {
  Firefox: startFirefox,
  WebKit: startWebKit,
  "Chromium 109": startChromium109,
};

async function startFirefox(): Promise<Engine | undefined> {
  const executablePath = process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr";
  if (!existsSync(executablePath))
    installSystemPackages(["firefox-esr"], "the nightly browser tests");
  if (!existsSync(executablePath)) return undefined;
  const browser = await puppeteer.launch({ browser: "firefox", executablePath });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    version: await browser.version(),
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** The oldest supported Chromium, which this package carries; installed for the run because it weighs 57 MB. */
async function startChromium109(): Promise<Engine | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = join(import.meta.dirname, "../../../.cache/chromium-109");
  const name = "@sparticuz/chromium";
  if (!existsSync(join(folder, "node_modules", name))) {
    const options = ["--no-save", "--no-package-lock", "--prefix", folder];
    execFileSync("npm", ["install", ...options, `${name}@109.0.6`], { stdio: "ignore" });
  }
  const carrier = createRequire(join(folder, "index.js"))(name) as {
    executablePath(): Promise<string>;
  };
  const executablePath = await carrier.executablePath();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** WebKitGTK, the engine of Safari, by its WebDriver. */
async function startWebKit(): Promise<Engine | undefined> {
  const program = "/usr/bin/WebKitWebDriver";
  const display = "/usr/bin/xvfb-run";
  if (!existsSync(program) || !existsSync(display))
    installSystemPackages(["webkit2gtk-driver", "xvfb", "xauth"], "the nightly browser tests");
  if (!existsSync(program) || !existsSync(display)) return undefined;
  const port = await freePort();
  const child = spawn(display, ["-a", program, `--port=${port}`], { stdio: "ignore" });
  const send = await connect(`http://127.0.0.1:${port}`, child);
  const session = (await send("POST", "/session", { capabilities: {} })) as {
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  };
  const { browserName, browserVersion } = session.capabilities;
  const path = `/session/${session.sessionId}`;
  await send("POST", `${path}/timeouts`, { script: 60_000 });
  return {
    version: `${browserName} ${browserVersion}`,
    async goto(url) {
      await send("POST", `${path}/url`, { url });
    },
    async evaluate(expression) {
      const script = `const done = arguments[0];
        ${expression}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const result = await send("POST", `${path}/execute/async`, { script, args: [] });
      const { value, error } = result as { value: unknown; error?: string };
      if (error) throw new Error(error);
      return value;
    },
    async close() {
      await send("DELETE", path, undefined);
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Waits until the WebDriver answers and resolves with a function that sends commands. */
async function connect(address: string, child: ChildProcess) {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt += 1) {
    if (await fetch(`${address}/status`).catch(() => undefined)) return send;
    await delay(100);
  }
  throw new Error("WebKitWebDriver did not answer");

  async function send(method: string, path: string, body: object | undefined): Promise<unknown> {
    const response = await fetch(address + path, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  }
}
