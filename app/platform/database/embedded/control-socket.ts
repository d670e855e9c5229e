import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";

const maxSocketPathLength = 100;

/** Where a running shop listens for programs on the same machine. A long data folder gets a socket in the temporary folder. */
export function controlSocketPath(dataDir: string): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\pomar-${name}`;
  const address = path.join(dataDir, "control.sock");
  return address.length < maxSocketPathLength ? address : path.join(tmpdir(), `pomar-${name}.sock`);
}
