import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { addressProblem, uploadPicture } from "./picture-upload.ts";

type Upload = {
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  /** Called when an upload starts and ends. */
  onBusy?: (busy: boolean) => void;
};

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
    const result = await uploadPicture(bucket, files, setProgress);
    setProgress(undefined);
    onBusy?.(false);
    if (result.kind === "rejected") setRejection(result.reason);
    else if (result.kind === "failed") {
      toast({ title: "Erro no upload", description: result.reason, variant: "destructive" });
    } else {
      onAdd(result.url);
      setHints(result.hints);
      toast({ title: "Upload concluído", description: "A imagem foi enviada com sucesso." });
    }
  }

  function addAddress(address: string) {
    const problem = addressProblem(address);
    setRejection(problem);
    if (!problem) onAdd(address);
  }
  return { upload, addAddress, progress, rejection, hints };
}
