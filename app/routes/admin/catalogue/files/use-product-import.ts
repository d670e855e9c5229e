import { useState } from "react";
import { type Answer, describeProblem } from "#app/client/api-request.ts";
import { holdRefetch, useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type {
  ImportLine,
  ImportProgress,
  ImportRow,
  SeenVersions,
} from "#app/domain/catalogue/import/product-import.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import { fetchLines } from "#app/routes/admin/kit/session/fetch-lines.ts";
import { readSpreadsheet, unreadableSpreadsheet } from "#app/routes/admin/kit/spreadsheet.ts";

export type ImportResult = Extract<ImportLine, { type: "result" }>;

type SentFile = {
  file: File;
  /** The meaning of each column of the file; with undefined the headings decide. */
  columns?: string[] | undefined;
  /** Undefined for a dry run. */
  versions?: SeenVersions | undefined;
  onProgress: (progress: ImportProgress) => void;
};

/** A product file on its way: checked, its columns chosen, imported. */
export function useImport() {
  const refetch = useRefetch();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<ImportResult>();
  const [progress, setProgress] = useState<Pick<ImportProgress, "phase" | "done" | "total">>();
  const [problem, setProblem] = useState<string>();
  const [imported, setImported] = useState(false);

  async function send(
    sent: File,
    { columns, checked }: { columns?: string[]; checked?: ImportResult },
  ) {
    setProblem(undefined);
    setProgress({ phase: "check", done: 0, total: 1 });
    const versions = checked && seenVersions(checked);
    const answer = await sendProductFile({
      file: sent,
      columns,
      versions,
      onProgress: setProgress,
    });
    setProgress(undefined);
    if (!answer.ok) {
      setProblem(describeProblem(answer.problem));
      return undefined;
    }
    setResult(answer.data);
    return answer.data;
  }
  const columnsOf = (checked: ImportResult) => checked.columns.map(({ column }) => column);
  return {
    file,
    result,
    progress,
    problem,
    imported,
    async check(chosen: File) {
      setResult(undefined);
      setImported(false);
      setProblem(undefined);
      const read = await readSpreadsheet(chosen);
      setFile(read ?? chosen);
      if (read) await send(read, {});
      else setProblem(unreadableSpreadsheet);
    },
    /** Says what a column of the file is, and checks the file again. */
    async choose(at: number, column: string) {
      if (!file || !result) return;
      const columns = columnsOf(result).map((one, index) => (index === at ? column : one));
      await send(file, { columns });
    },
    async save() {
      const saved =
        file && result && (await send(file, { columns: columnsOf(result), checked: result }));
      if (!saved) return;
      setImported(true);
      const count = countOf(saved, "new") + countOf(saved, "changed");
      toast({ title: "Produtos importados", description: formatProductCount(count) });
      await refetch();
    },
  };
}

function seenVersions({ rows }: ImportResult): Record<string, number> {
  return Object.fromEntries(
    rows.flatMap(({ slug, version }) => (version === undefined ? [] : [[slug, version]])),
  );
}

export function countOf(result: ImportResult | undefined, status: ImportRow["status"]): number {
  return result?.rows.filter((row) => row.status === status).length ?? 0;
}

/** Sends a product file and reads the lines of the response as they arrive. */
async function sendProductFile(sent: SentFile): Promise<Answer<ImportResult>> {
  const { file, columns, versions, onProgress } = sent;
  const body = new FormData();
  body.append("file", file);
  if (columns) body.append("columns", JSON.stringify(columns));
  if (versions) body.append("versions", JSON.stringify(versions));
  // One refetch after the last row, instead of one for each batch of changes.
  const releaseRefetch = holdRefetch();
  const path = versions ? "/api/products/import" : "/api/products/import?dry_run=1";
  const answer = await fetchLines<ImportLine>(path, { body }, onProgress);
  releaseRefetch();
  return answer;
}
