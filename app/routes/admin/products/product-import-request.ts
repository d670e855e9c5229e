import { holdRefetch } from "#app/client/refetch.ts";
import type {
  ImportLine,
  ImportProgress,
  SeenVersions,
} from "#app/domain/catalogue/product-import.ts";
import { type Answer, noAnswer, tabId, toAnswer } from "#app/routes/admin/session/call-api.ts";
import { toCsvLine } from "#app/shared/csv.ts";

export type ImportResult = Extract<ImportLine, { type: "result" }>;

type SentFile = {
  file: File;
  /** What each column of the file is; undefined: as the headings say. */
  columns?: string[] | undefined;
  /** Undefined for a dry run. */
  versions?: SeenVersions | undefined;
  onProgress: (progress: ImportProgress) => void;
};

/** The first visible sheet of an Excel file as a product file, and other files as they are; undefined for a broken one. */
export async function readSpreadsheet(file: File): Promise<File | undefined> {
  if (!/\.xlsx$/i.test(file.name)) return file;
  try {
    const { readXlsx } = await import("hucre/xlsx");
    const isVisible = ({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }) =>
      !hidden && !veryHidden;
    const { sheets } = await readXlsx(await file.arrayBuffer(), { sheets: isVisible });
    const lines = sheets[0]?.rows.map((row) => toCsvLine(row.map(toCellText)));
    return lines && new File(lines, file.name, { type: "text/csv" });
  } catch {
    return undefined;
  }
}

/** Spreadsheets store 12.9 also as 12.900000000000002. */
const significantDigits = 12;

function toCellText(value: unknown): string {
  if (typeof value !== "number") return String(value ?? "");
  return String(Number(value.toPrecision(significantDigits))).replace(".", ",");
}

/** Sends a product file and reads the lines of the response as they arrive. */
export async function sendProductFile(sent: SentFile): Promise<Answer<ImportResult>> {
  const { file, columns, versions, onProgress } = sent;
  const body = new FormData();
  body.append("file", file);
  if (columns) body.append("columns", JSON.stringify(columns));
  if (versions) body.append("versions", JSON.stringify(versions));
  // One refetch after the last row, instead of one for each batch of changes.
  const releaseRefetch = holdRefetch();
  try {
    const response = await fetch(`/api/products/import${versions ? "" : "?dry_run=1"}`, {
      method: "POST",
      headers: { "Pomar-Tab": tabId },
      body,
    });
    if (!response.ok || !response.body) return toAnswer(response.status, await response.text());
    for await (const line of readLines(response.body)) {
      if (line.type === "progress") onProgress(line);
      if (line.type === "result") return { ok: true, data: line };
      if (line.type === "failure") {
        return { ok: false, problem: { status: 500, type: "about:blank", title: line.title } };
      }
    }
    return noAnswer;
  } catch {
    return noAnswer;
  } finally {
    releaseRefetch();
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
    if (done) return;
  }
}
