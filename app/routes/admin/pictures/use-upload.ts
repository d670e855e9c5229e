import { useState } from "react";
import { type Bucket, largestPicture, pictureRefusals } from "#app/domain/media/rules.ts";
import { type Answer, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";
import { type StoredPicture, sendPicture } from "./send-picture.ts";
import { shrinkPicture } from "./shrink-picture.ts";

type Upload = {
  bucket: Bucket;
  onUploaded: (url: string) => void;
  /** Told when an upload begins and when it has ended. */
  onBusy?: (busy: boolean) => void;
};

const failed = "Não foi possível enviar a imagem. Tente novamente.";

/** One upload at a time; `progress` is the share that is sent while there is one. */
export function useUpload({ bucket, onUploaded, onBusy }: Upload) {
  const [progress, setProgress] = useState<number>();
  const [refusal, setRefusal] = useState<string>();

  async function upload(file: File) {
    setRefusal(undefined);
    setProgress(0);
    onBusy?.(true);
    const picture = await shrinkPicture(file);
    if (picture.size > largestPicture) setRefusal(pictureRefusals["too-large"]);
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
      toast({ title: "Upload concluído", description: "A imagem foi enviada com sucesso." });
    }
  }
  return { upload, progress, refusal, setRefusal };
}

function problemOf(answer: Answer<StoredPicture | undefined>): string | undefined {
  if (!answer.ok)
    return answer.problem.type === "about:blank" ? failed : describeProblem(answer.problem);
  return answer.data?.url ? undefined : "Could not get public URL for the uploaded image.";
}
