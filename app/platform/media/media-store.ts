/** Where files live: a folder, or a service of the same shape. Names are "folder/file.ext", see `isMediaName`. */
export type MediaStore = {
  /** The bytes kept under a name, or undefined. */
  read(name: string): Promise<Buffer | undefined>;
  /** Keeps bytes under a name; they survive a power cut once this resolves. The same name again replaces them. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes what is kept under a name; that nothing is counts as removed. */
  remove(name: string): Promise<void>;
  /** The names of all that is kept in a folder and below it. */
  list(folder: string): Promise<string[]>;
};

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Plain segments divided by slashes: nothing hidden, no way up, no way out. */
export function isMediaName(name: string): boolean {
  return name.split("/").every((part) => segment.test(part));
}

/** The place of the files does not answer or does not do as asked; another time it may. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}
