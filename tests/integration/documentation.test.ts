import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingNames } from "#app/platform/env.ts";
import { screens } from "#app/routes/admin/screens.ts";

const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md")];
const folders = /^(?:app|demo|docker|docs|migrations|scripts|systemd|tests)\/[\w./-]+$/;

test.each(documents)("every path that %s names exists", (document) => {
  const text = readFileSync(document, "utf8");
  const missing = [...findLinks(text, path.dirname(document)), ...findPaths(text)].filter(
    (name) => !existsSync(name),
  );
  expect(missing).toEqual([]);
});

test.each(documents)("every heading that %s links to exists", (document) => {
  const links = readFileSync(document, "utf8").matchAll(/\]\(([\w./-]*\.md)?#([^)\s]+)\)/g);
  const missing = [...links].filter(([, target, anchor = ""]) => {
    const file = target ? path.join(path.dirname(document), target) : document;
    return !listAnchors(readFileSync(file, "utf8")).includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test("the back office calls its first screen 'Dashboard', and nothing 'Início'", () => {
  expect(screens.find(({ to }) => to === "/admin")?.label).toBe("Dashboard");
  const office = globSync("app/{routes/admin,shared,ui}/**/*.{ts,tsx,json}");
  const wrong = office.filter((file) => readFileSync(file, "utf8").includes("Início"));
  expect(wrong).toEqual([]);
});

/** Lists the anchors as GitHub derives them: "## Health and shutdown" → "health-and-shutdown". */
function listAnchors(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("finds the paths and links of the documents", () => {
  const text = readFileSync("README.md", "utf8");
  expect(findLinks(text, ".")).toContain("docs/architecture.md");
  expect(findPaths(readFileSync("docs/architecture.md", "utf8"))).toContain("app/shop.ts");
});

test("every decision is in the index", () => {
  const files = globSync("docs/decisions/[0-9]*.md").map((file) => path.basename(file));
  const linked = findLinks(readFileSync("docs/decisions/README.md", "utf8"), "");
  expect(linked).toEqual(files.toSorted());
  expect(files.length).toBeGreaterThan(20);
});

test("every dependency is explained, and no other", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const rows = readFileSync("docs/dependencies.md", "utf8").split("\n").filter(isTableRow);
  const named = rows.flatMap((row) => row.split("|")[1]?.match(/[@\w][\w./-]+/g) ?? []);
  const used = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  expect(named.filter((name) => name !== "library").toSorted()).toEqual(used.toSorted());
});

test("every environment setting is documented", () => {
  const table = readFileSync("docs/settings.md", "utf8").split("\n").filter(isTableRow);
  const named = table.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  expect(named.toSorted()).toEqual(settingNames.toSorted());
});

/** Accesses to names that begin with an underscore, and what the documentation lists by name. */
const privateApi =
  /\._[A-Za-z]|\b__[a-z]\w+|setFlagsFromString|--liftoff|onIncoming|streamCache|\bprotocol } from|^ {2}protocol,$/m;

test("at most three private APIs and engine flags are used, each with a reason and a test", () => {
  const text = readFileSync("docs/internals.md", "utf8");
  const [, section = ""] = text.split("## Private APIs and engine flags\n");
  const rows = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => /^\|.*`app/.test(line));
  expect(rows.length).toBeLessThanOrEqual(3);
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  for (const [, , , reason, tested] of cells) {
    expect(reason).not.toBe("");
    expect(tested).toMatch(/\.test\.ts`$/);
  }
  const listed = cells.flatMap(([, , files = ""]) => files.match(/app\/[\w./-]+/g) ?? []);
  const sources = globSync("app/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const found = sources.filter((file) => privateApi.test(readFileSync(file, "utf8")));
  expect(found.toSorted()).toEqual(listed.toSorted());
});

const isTableRow = (line: string) => line.startsWith("| `");

/** The targets of relative links and pictures, without their anchors. */
function findLinks(text: string, folder: string): string[] {
  const links = text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g);
  const targets = [...links].map(([, link, picture]) => link ?? picture ?? "");
  return targets
    .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
    .map((target) => path.join(folder, target.replace(/#.*/, "")));
}

/** The paths written as code, such as `app/shop.ts`, without files that exist on a server only. */
function findPaths(text: string): string[] {
  const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return codes.filter((code) => folders.test(code) && !code.endsWith("/.env"));
}
