import path from "node:path";

/** Whether a path of the project goes into an image, by the lines of its .dockerignore. */
export function notIgnored(patterns: string): (file: string) => boolean {
  const lines = patterns.split("\n").filter(Boolean);
  return (file) => {
    const relative = path.relative(".", path.resolve(file));
    return !lines.some((line) => path.matchesGlob(relative, line));
  };
}
