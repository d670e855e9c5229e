import { useEffect, useRef, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import type {
  CatalogueFileLine,
  CatalogueFileProgress,
  CatalogueFileResult,
} from "#app/domain/catalogue/file/schema.ts";
import { fetchLines } from "#app/routes/admin/kit/session/fetch-lines.ts";

/** Makes a catalogue in PDF on the server; leaving the dialog stops it. */
export function useCatalogueFile(open: boolean) {
  const [progress, setProgress] = useState<Omit<CatalogueFileProgress, "type">>();
  const [result, setResult] = useState<CatalogueFileResult>();
  const [problem, setProblem] = useState<string>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!open) work.current?.abort();
    return () => work.current?.abort();
  }, [open]);

  async function make(choices: object) {
    const controller = new AbortController();
    work.current = controller;
    setProblem(undefined);
    setProgress({ phase: "pictures", done: 0, total: 1 });
    const answer = await fetchLines<CatalogueFileLine>(
      "/api/products/export.pdf",
      {
        body: JSON.stringify(choices),
        headers: { "Content-Type": "application/json" },
        signal: controller.signal,
      },
      setProgress,
    );
    if (controller.signal.aborted) return;
    setProgress(undefined);
    if (answer.ok) setResult(answer.data);
    else setProblem(describeProblem(answer.problem));
  }
  return { make, progress, result, problem };
}
