import { readFileSync } from "node:fs";
import { collectDefaultMetrics, Registry } from "prom-client";
import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";

const rules = readFileSync("docs/alerts.yml", "utf8");
const dashboard = readFileSync("docs/grafana-dashboard.json", "utf8");
const runbook = readFileSync("docs/runbook.md", "utf8");

const findMetrics = (text: string) => [
  ...new Set([...text.matchAll(/\b(?:pomar|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)),
];

test.each([
  ["alert rules", rules],
  ["dashboard", dashboard],
])("the %s use metrics that the shop has", async (_, text) => {
  const { ask } = await listenForTest({ opened: await openTestDatabase() });
  await ask("/sobre");
  // The start of a shop adds those of its process.
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const exported = (await ask("/metrics")).body.toString() + (await ofProcess.metrics());
  const named = findMetrics(text);
  expect(named.length).toBeGreaterThan(8);
  const families = new Set([...exported.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const missing = named.filter((name) => !families.has(name.replace(/_(?:count|sum|bucket)$/, "")));
  expect(missing).toEqual([]);
});

test("every alert has a section of the runbook, in the same order", () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(sections).toEqual(alerts);
});
