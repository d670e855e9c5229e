import type { FileRejection } from "react-dropzone";

/** The largest picture the shop takes, in bytes. */
export const largestPicture = 5 * 1024 * 1024;

export const acceptedPictures = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
};

export const tooLarge = "A imagem é grande demais: o limite é 5 MB.";
export const badAddress = "Use um endereço que comece com https://.";

const messages: Record<string, string> = {
  "file-invalid-type": "Tipo de arquivo não aceito: envie uma imagem JPG, PNG, GIF ou WebP.",
  "file-too-large": tooLarge,
  "file-too-small": "O arquivo está vazio.",
  "too-many-files": "Envie uma imagem por vez.",
};

/** Why the drop zone did not take what was dropped, in one sentence. */
export function describeRefusal(rejections: readonly Pick<FileRejection, "errors">[]): string {
  const codes = rejections.flatMap(({ errors }) => errors.map(({ code }) => code));
  const code = codes.includes("too-many-files") ? "too-many-files" : codes[0];
  return messages[code ?? ""] ?? "Este arquivo não pode ser enviado.";
}
