const longestSide = 2560;
const quality = 0.9;
const extensions: Record<string, string> = { "image/jpeg": ".jpg", "image/png": ".png" };

/**
 * The picture with at most 2560 px on its long side, upright as the camera meant it. One that is small enough, a GIF (which
 * may move) and what the browser cannot read go as they are: the shop has the last word.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.type === "image/gif") return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const scale = longestSide / Math.max(bitmap.width, bitmap.height);
    return scale < 1 ? await redraw(bitmap, scale, file) : file;
  } finally {
    bitmap.close();
  }
}

async function redraw(bitmap: ImageBitmap, scale: number, file: File): Promise<File> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const { type } = file;
  const blob = await canvas.convertToBlob({ type, quality });
  // A browser that cannot write the type writes PNG.
  const name =
    blob.type === type
      ? file.name
      : file.name.replace(/\.\w*$/, "") + (extensions[blob.type] ?? "");
  return new File([blob], name, { type: blob.type });
}
