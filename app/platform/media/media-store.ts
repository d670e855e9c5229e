/** Stores files in a folder or an object storage. Names have the form "folder/file.ext", see `isMediaName`. */
export type MediaStore = {
  /** The stored bytes, or undefined. */
  read(name: string): Promise<Buffer | undefined>;
  /** Stores or replaces a file, which survives a power cut once this resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Succeeds when there is no such file. */
  remove(name: string): Promise<void>;
  /** The names of all files in a folder and its subfolders. */
  list(folder: string): Promise<string[]>;
};

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Whether all segments between slashes are plain: no hidden files, no parent folders. */
export function isMediaName(name: string): boolean {
  return name.split("/").every((part) => segment.test(part));
}

/** The storage does not answer or rejects a request; a later attempt may succeed. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}
