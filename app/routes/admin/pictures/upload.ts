import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { noAnswer, showProblem } from "#app/routes/admin/session/call-api.ts";

type Upload = {
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  /** Called when an upload starts and ends. */
  onBusy?: (busy: boolean) => void;
};

const loadUpload = () => import("./picture-upload.ts");

/** One upload at a time; `progress` is its share from 0 to 1, undefined without an upload. */
export function useUpload({ bucket, onAdd, onBusy }: Upload) {
  const [progress, setProgress] = useState<number>();
  const [rejection, setRejection] = useState<string>();
  const [hints, setHints] = useState<string[]>([]);

  async function upload(files: readonly File[]) {
    if (files.length === 0) return;
    setRejection(undefined);
    setHints([]);
    setProgress(0);
    onBusy?.(true);
    await loadUpload().then(send, showMissingCode);
    setProgress(undefined);
    onBusy?.(false);

    async function send({ uploadPicture }: Awaited<ReturnType<typeof loadUpload>>) {
      const result = await uploadPicture(bucket, files, setProgress);
      if (result.kind === "rejected") setRejection(result.reason);
      else if (result.kind === "failed") {
        toast({ title: "Erro no upload", description: result.reason, look: "destructive" });
      } else {
        onAdd(result.url);
        setHints(result.hints);
        toast({ title: "Upload concluído", description: "A imagem foi enviada com sucesso." });
      }
    }
  }

  async function addAddress(address: string) {
    await loadUpload().then(({ addressProblem }) => {
      const problem = addressProblem(address);
      setRejection(problem);
      if (!problem) onAdd(address);
    }, showMissingCode);
  }
  return { upload, addAddress, progress, rejection, hints };
}

function showMissingCode(error: unknown): void {
  console.warn("The upload's code was not loaded", error);
  showProblem("Erro no upload", noAnswer.problem);
}
