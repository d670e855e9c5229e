import { decodePicture } from "./picture-file.ts";

export type PictureFault = "small" | "dark" | "blurred";

const minShortSide = 640;
const minBrightness = 70;
/** Of a picture at most `measuredSide` wide: sharp photos have 1 to 10, blurred ones 0.1 to 0.3. */
const minSharpness = 0.35;
const measuredSide = 640;

/** Visible faults of a picture: its size, its mean brightness and the deviation of its Laplacian. */
export async function findPictureFaults(bytes: Uint8Array): Promise<PictureFault[]> {
  const { width, height, pageHeight = height } = await decodePicture(bytes).metadata();
  const small = await decodePicture(bytes)
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .grayscale()
    .png()
    .toBuffer();
  const { channels, sharpness } = await decodePicture(small).stats();
  const brightness = channels[0]?.mean ?? 255;
  return [
    ...(Math.min(width, pageHeight) < minShortSide ? (["small"] as const) : []),
    ...(brightness < minBrightness ? (["dark"] as const) : []),
    ...(sharpness < minSharpness ? (["blurred"] as const) : []),
  ];
}
