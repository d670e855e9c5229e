import { parseUrl } from "#app/shared/parse-url.ts";

/** Upload targets: pictures of products, and all others. */
export const buckets = ["product-images", "site-assets"] as const;
export type Bucket = (typeof buckets)[number];

/** The limit of a picture in bytes: 5 MB, spec point 9. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** Errors for rejected files, in the drop zone and on the server. */
export const pictureErrors = {
  "unknown-type": "Tipo de arquivo não aceito: envie uma imagem JPG, PNG, GIF ou WebP.",
  "too-large": "A imagem é grande demais: o limite é 5 MB.",
  empty: "O arquivo está vazio.",
  "not-one-file": "Envie uma imagem por vez.",
  damaged: "A imagem está incompleta ou danificada. Abra, salve de novo e envie.",
  "too-many-pixels": "A imagem tem pontos demais: o limite é 24 megapixels.",
  "not-only-a-picture": "O arquivo contém mais do que uma imagem. Salve só a imagem e envie.",
} as const;

const ownPath = /^(?:\/[\w.~%-]+)+$/;

/** Returns whether a page may show a picture from this address: a path of the shop or https. */
export function isPictureAddress(address: string): boolean {
  if (ownPath.test(address)) return true;
  return parseUrl(address)?.protocol === "https:";
}

/** The defects of a stored product picture that makes it look worse than the others, with the advice shown after its upload. */
export const pictureHints = {
  small: "A imagem é pequena: com 1000 px ou mais de lado ela fica nítida em qualquer tela.",
  dark: "A imagem está escura: fotografe perto de uma janela, com a luz vindo do lado.",
  blurred:
    "A imagem parece sem foco: limpe a lente, apoie o celular e toque no produto antes da foto.",
} as const;
