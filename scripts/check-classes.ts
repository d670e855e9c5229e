import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { __unstable__loadDesignSystem as loadTailwind } from "@tailwindcss/node";
import { parseSync, Visitor } from "vite";

/**
 * Part of `npm run check`: lists CSS classes without a rule and rules without a use. A class has a rule if Tailwind
 * generates one or a stylesheet contains it; a rule has a use if a source file contains the name of its class.
 */
const sources = readAll("app/**/*.{ts,tsx}").filter(({ file }) => !file.includes(".test."));
const stylesheets = readAll("app/**/*.css");
const themes = await Promise.all(
  ["app/styles.css", "app/routes/admin/admin.css"].map((file) =>
    loadTailwind(readFileSync(file, "utf8"), { base: path.resolve(path.dirname(file)) }),
  ),
);

const ruled = new Map(
  stylesheets.flatMap(({ file, text }) => listRuledClasses(text).map((name) => [name, file])),
);
const words = new Set(sources.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
const problems = [
  ...[...ruled].flatMap(([name, file]) =>
    words.has(name) ? [] : [`${file}: no element has the class ${name}`],
  ),
  ...sources.flatMap(({ file, text }) =>
    listUnknown(listUsedClasses(file, text)).map((name) => `${file}: no rule for ${name}`),
  ),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function readAll(glob: string): { file: string; text: string }[] {
  return globSync(glob).map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

function listRuledClasses(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\/|@import[^;]*;|@plugin[^;]*;|url\([^)]*\)/g, "");
  return Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = ""]) => name);
}

/** The classes in `className` attributes, without those that are partly computed. */
function listUsedClasses(file: string, text: string): string[] {
  const classes: string[] = [];
  const ranges: [number, number][] = [];
  const isInClassName = ({ start }: { start: number }) =>
    ranges.some(([from, to]) => start >= from && start < to);
  /** Compared values and the options of `buttonClasses` are no classes. */
  function exclude({ start, end }: { start: number; end: number }): void {
    const index = ranges.findIndex(([from, to]) => start >= from && end <= to);
    const [from, to] = ranges[index] ?? [];
    if (from !== undefined && to !== undefined) ranges.splice(index, 1, [from, start], [end, to]);
  }
  const { program } = parseSync(file, text);
  new Visitor({
    JSXAttribute({ name, start, end }) {
      if (name.type === "JSXIdentifier" && /^className$|ClassName$/.test(name.name))
        ranges.push([start, end]);
    },
    BinaryExpression: exclude,
    CallExpression(node) {
      const isJoined = node.callee.type === "Identifier" && node.callee.name === "classNames";
      if (!isJoined) exclude(node);
    },
    Literal(node) {
      if (typeof node.value === "string" && isInClassName(node)) classes.push(node.value);
    },
    TemplateLiteral(node) {
      if (!isInClassName(node)) return;
      const whole = node.quasis.map(({ value }) => value.cooked ?? "").join("\0");
      classes.push(whole.replace(/\S*\0\S*/g, " "));
    },
  }).visit(program);
  return [...new Set(classes.flatMap((list) => list.split(/\s+/)).filter((name) => name !== ""))];
}

function listUnknown(classes: string[]): string[] {
  const generated = themes.map((theme) => theme.candidatesToCss(classes));
  return classes.filter(
    (name, index) =>
      generated.every((css) => css[index] === null) &&
      !ruled.has(name) &&
      !/^(?:group|peer)\b/.test(name),
  );
}
