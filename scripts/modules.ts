import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** `files` are modules of `app`, `packages` everything else; static, dynamic and type imports. */
type Module = { text: string; files: string[]; packages: string[] };

/** The modules below `app` without their tests, by path from `root`. */
export function readModules(root: string): Map<string, Module> {
  const names = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter(
    (name) => !/\.test\./.test(name),
  );
  const known = new Set(names);
  return new Map(
    names.map((name) => {
      const text = readFileSync(path.join(root, name), "utf8");
      const targets = listSpecifiers(name, text).map((specifier) =>
        specifier.startsWith(".")
          ? path.join(path.dirname(name), specifier)
          : specifier.replace(/^#app\//, "app/"),
      );
      const others = [...new Set(targets)].filter((target) => target !== name);
      const files = others.filter((target) => known.has(target));
      return [name, { text, files, packages: others.filter((target) => !known.has(target)) }];
    }),
  );
}

function listSpecifiers(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
}
