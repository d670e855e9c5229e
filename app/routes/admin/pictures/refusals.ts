import type { FileRejection } from "react-dropzone";
import { pictureRefusals } from "#app/domain/media/rules.ts";

export const acceptedPictures = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
};

export const badAddress = "Use um endereço que comece com https://.";

/** By the drop zone's own codes. */
const messages: Record<string, string> = {
  "file-invalid-type": pictureRefusals["unknown-type"],
  "file-too-large": pictureRefusals["too-large"],
  "file-too-small": pictureRefusals.empty,
  "too-many-files": pictureRefusals["not-one-file"],
};

/** Why the drop zone did not take what was dropped, in one sentence. */
export function describeRefusal(rejections: readonly Pick<FileRejection, "errors">[]): string {
  const codes = rejections.flatMap(({ errors }) => errors.map(({ code }) => code));
  const code = codes.includes("too-many-files") ? "too-many-files" : codes[0];
  return messages[code ?? ""] ?? "Este arquivo não pode ser enviado.";
}
