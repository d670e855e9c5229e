import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnvironment } from "#app/platform/env.ts";

/** The variables that systemd reads from an EnvironmentFile: no comments behind values, quotes removed. */
function parseAsSystemd(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n");
  const assignments = lines.filter((line) => line.trim() !== "" && !/^\s*[#;]/.test(line));
  return Object.fromEntries(
    assignments.map((line) => {
      const [name = "", ...rest] = line.split("=");
      return [
        name,
        rest
          .join("=")
          .trim()
          .replace(/^(["'])(.*)\1$/, "$2"),
      ];
    }),
  );
}

function parseAsShell(file: string): Record<string, string> {
  const output = execFileSync("sh", ["-c", `set -a; . ${file}; env -0`], { env: {} }).toString();
  const entries = output.split("\0").map((line) => line.split(/=(.*)/s).slice(0, 2));
  return Object.fromEntries(
    entries.filter(([name]) => name && !["PWD", "SHLVL", "_"].includes(name)),
  );
}

test.each(["./systemd/example.env", "./docker/example.env"])(
  "systemd and shells read the same values from %s",
  (file) => {
    expect(parseAsShell(file)).toEqual(parseAsSystemd(file));
  },
);

test("the shop accepts the systemd example", () => {
  const values = parseAsSystemd("./systemd/example.env");
  expect(Object.keys(values)).toHaveLength(8);
  expect(readEnvironment(values)).toMatchObject({
    ok: true,
    env: { MAIL_FROM: "Loja <pedidos@loja.example>" },
  });
});

test("the units set a drain time and a data folder that the shop accepts", () => {
  const files = readdirSync("systemd").filter((name) => name.endsWith(".service"));
  const units = files.map((name) => readFileSync(`systemd/${name}`, "utf8")).join("\n");
  const set = [...units.matchAll(/^Environment=([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(set.map(([name]) => name)).toContain("DRAIN_SECONDS");
  const result = readEnvironment(Object.fromEntries(set));
  expect(result).toMatchObject({ ok: true, env: { DRAIN_SECONDS: 5, DATA_DIR: "/var/lib/pomar" } });
});
