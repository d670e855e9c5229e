import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { installSystemPackages } from "./system-packages.ts";

const run = promisify(execFile);

export const canReadPdf =
  existsSync("/usr/bin/pdftotext") ||
  installSystemPackages(["poppler-utils"], "pdftotext reads the catalogue in PDF");

/** The text of a PDF file with single spaces, its properties, the addresses of its links, and its fonts. */
export async function readPdf(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-pdf-"));
  const file = path.join(folder, "file.pdf");
  try {
    await writeFile(file, bytes);
    const [text, info, links, fonts, structure] = await Promise.all([
      run("pdftotext", ["-raw", file, "-"]),
      run("pdfinfo", [file]),
      run("pdfinfo", ["-url", file]),
      run("pdffonts", [file]),
      run("pdfinfo", ["-struct-text", file]),
    ]);
    return {
      text: text.stdout.replaceAll(/\s+/g, " "),
      info: Object.fromEntries(
        info.stdout.split("\n").map((line) => [line.split(":")[0], line.replace(/^.*?:\s*/, "")]),
      ),
      links: [...new Set(links.stdout.match(/https?:\S+/g))],
      /** One line per element, such as 'H1 (block)', with its text below it. */
      structure: structure.stdout,
      fonts: fonts.stdout.split("\n").slice(2).filter(Boolean),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
