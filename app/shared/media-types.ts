/** Media types of the picture files that can be uploaded, by extension without the dot. */
export const pictureTypes: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

export const avifType = "image/avif";

/** Extensions of the uploadable pictures by media type, each with its dot: "image/png" → [".png"]. */
export const pictureExtensions: Readonly<Record<string, string[]>> = Object.fromEntries(
  Object.values(pictureTypes).map((type) => [type, extensionsOf(type)]),
);

function extensionsOf(type: string): string[] {
  const extensions = Object.keys(pictureTypes);
  return extensions.filter((name) => pictureTypes[name] === type).map((name) => `.${name}`);
}

/** "foto.JPG" → "image/jpeg"; undefined for anything but an uploadable picture. */
export function pictureTypeOf(fileName: string): string | undefined {
  return pictureTypes[extensionOf(fileName)];
}

/** "foto.JPG" → "jpg". */
export function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
}
