import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import {
  type Bucket,
  maxPictureBytes,
  pictureErrors,
  pictureHints,
} from "#app/domain/media/rules.ts";
import {
  type Answer,
  describeProblem,
  noAnswer,
  toAnswer,
} from "#app/routes/admin/session/call-api.ts";
import { pictureExtensions } from "#app/shared/media-types.ts";

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

type StoredPicture = { url: string; path: string; faults?: (keyof typeof pictureHints)[] };

/** Uploads a picture and never throws. `onProgress` receives the share from 0 to 1, which `fetch` does not report. */
function sendPicture(
  bucket: Bucket,
  file: File,
  onProgress: (share: number) => void,
): Promise<Answer<StoredPicture>> {
  const body = new FormData();
  body.append("file", file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/uploads/${bucket}`);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(toAnswer<StoredPicture>(request.status, request.responseText));
    request.onerror = () => resolve(noAnswer);
    request.onabort = () => resolve(noAnswer);
    request.send(body);
  });
}

const maxSide = 2560;
const quality = 0.9;

/** The picture scaled to at most `maxSide`. Small pictures, GIFs and unreadable files are not changed. */
async function shrinkPicture(file: File): Promise<File> {
  if (file.type === "image/gif") return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const scale = maxSide / Math.max(bitmap.width, bitmap.height);
    return scale < 1 ? await redraw(bitmap, scale, file) : file;
  } finally {
    bitmap.close();
  }
}

async function redraw(bitmap: ImageBitmap, scale: number, file: File): Promise<File> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const { type } = file;
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  if (!blob) return file;
  // A browser that cannot encode the type returns PNG.
  const name =
    blob.type === type
      ? file.name
      : file.name.replace(/\.\w*$/, "") + (pictureExtensions[blob.type]?.[0] ?? "");
  return new File([blob], name, { type: blob.type });
}
