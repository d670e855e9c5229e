import {
  type Bucket,
  isPictureAddress,
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
import { pictureExtensions, pictureTypeOf } from "#app/shared/media-types.ts";

/** Checks pictures, scales them down and sends them. Loaded by the first upload. */

export type UploadResult =
  | { kind: "stored"; url: string; hints: string[] }
  /** The file is not accepted. */
  | { kind: "rejected"; reason: string }
  | { kind: "failed"; reason: string };

const uploadFailed = "Não foi possível enviar a imagem. Tente novamente.";

/** Uploads dropped or chosen files, which must be one picture. `onProgress` receives the share from 0 to 1. */
export async function uploadPicture(
  bucket: Bucket,
  files: readonly File[],
  onProgress: (share: number) => void,
): Promise<UploadResult> {
  const [file] = files;
  const reason = rejectionOf(files);
  if (reason || !file) return { kind: "rejected", reason: reason ?? pictureErrors.empty };
  const picture = await shrinkPicture(file);
  if (picture.size > maxPictureBytes) {
    return { kind: "rejected", reason: pictureErrors["too-large"] };
  }
  return resultOf(await sendPicture(bucket, picture, onProgress));
}

/** Large pictures are scaled down before their size is checked. */
function rejectionOf([file, ...others]: readonly File[]): string | undefined {
  if (others.length > 0) return pictureErrors["not-one-file"];
  if (!file) return undefined;
  const type = file.type || pictureTypeOf(file.name);
  if (!type || !(type in pictureExtensions)) return pictureErrors["unknown-type"];
  return file.size === 0 ? pictureErrors.empty : undefined;
}

/** A message when a page cannot show a picture from this address. */
export function addressProblem(address: string): string | undefined {
  return isPictureAddress(address) ? undefined : "Use um endereço que comece com https://.";
}

type StoredPicture = { url: string; path: string; faults?: (keyof typeof pictureHints)[] };

function resultOf(answer: Answer<StoredPicture | undefined>): UploadResult {
  if (!answer.ok) {
    const isUnknown = answer.problem.type === "about:blank";
    return { kind: "failed", reason: isUnknown ? uploadFailed : describeProblem(answer.problem) };
  }
  const { url, faults = [] } = answer.data ?? {};
  return url
    ? { kind: "stored", url, hints: faults.map((fault) => pictureHints[fault]) }
    : { kind: "failed", reason: "Could not get public URL for the uploaded image." };
}

/** Never throws. `fetch` does not report the progress. */
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
