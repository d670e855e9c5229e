import type { Bucket, pictureHints } from "#app/domain/media/rules.ts";
import { type Answer, noAnswer, toAnswer } from "#app/routes/admin/session/call-api.ts";
import { pictureExtensions } from "#app/shared/media-types.ts";

/** Scales pictures down and sends them. Loaded by the first upload. */

export type StoredPicture = { url: string; path: string; faults?: (keyof typeof pictureHints)[] };

/** Uploads a picture and never throws. `onProgress` receives the share from 0 to 1, which `fetch` does not report. */
export function sendPicture(
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
export async function shrinkPicture(file: File): Promise<File> {
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
