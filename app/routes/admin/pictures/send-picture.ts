import type { Bucket } from "#app/domain/media/rules.ts";
import { type Answer, noAnswer, toAnswer } from "#app/routes/admin/session/call-api.ts";

export type StoredPicture = { url: string; path: string };

/** Uploads a picture and tells how much of it is sent, from 0 to 1, which `fetch` cannot. Never throws. */
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
