import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import {
  type Bucket,
  maxPictureBytes,
  pictureErrors,
  pictureHints,
} from "#app/domain/media/rules.ts";
import { type Answer, describeProblem } from "#app/routes/admin/session/call-api.ts";
import type { StoredPicture } from "./picture-upload.ts";

type Upload = {
  bucket: Bucket;
  onUploaded: (url: string) => void;
  /** Called when an upload starts and ends. */
  onBusy?: (busy: boolean) => void;
};

const failed = "Não foi possível enviar a imagem. Tente novamente.";

/** One upload at a time; `progress` is its share from 0 to 1, undefined without an upload. */
export function useUpload({ bucket, onUploaded, onBusy }: Upload) {
  const [progress, setProgress] = useState<number>();
  const [rejection, setRejection] = useState<string>();
  const [hints, setHints] = useState<string[]>([]);

  async function upload(file: File) {
    setRejection(undefined);
    setHints([]);
    setProgress(0);
    onBusy?.(true);
    const { sendPicture, shrinkPicture } = await import("./picture-upload.ts");
    const picture = await shrinkPicture(file);
    if (picture.size > maxPictureBytes) setRejection(pictureErrors["too-large"]);
    else finish(await sendPicture(bucket, picture, setProgress));
    setProgress(undefined);
    onBusy?.(false);
  }

  function finish(answer: Answer<StoredPicture>) {
    const problem = problemOf(answer);
    if (problem !== undefined) {
      toast({ title: "Erro no upload", description: problem, look: "destructive" });
    } else if (answer.ok) {
      onUploaded(answer.data.url);
      setHints((answer.data.faults ?? []).map((fault) => pictureHints[fault]));
      toast({ title: "Upload concluído", description: "A imagem foi enviada com sucesso." });
    }
  }
  return { upload, progress, rejection, setRejection, hints };
}

function problemOf(answer: Answer<StoredPicture | undefined>): string | undefined {
  if (!answer.ok)
    return answer.problem.type === "about:blank" ? failed : describeProblem(answer.problem);
  return answer.data?.url ? undefined : "Could not get public URL for the uploaded image.";
}
