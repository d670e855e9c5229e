import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { OpenDatabase } from "#app/platform/database/database.ts";

type CopyFiles = NonNullable<OpenDatabase["copyFiles"]>;

/**
 * A running shop's back door for programs on the same machine: only one process may open the embedded database, so
 * whoever wants a backup asks that one for a copy of its files. A socket in the data folder, for its owner alone.
 */
export async function openControl(
  dataDir: string,
  copyFiles: CopyFiles,
): Promise<() => Promise<void>> {
  const server = createServer(async ({ url = "" }, response) => {
    try {
      const folder = await copyAside(dataDir, Number(url.slice(1)), copyFiles);
      response.end(JSON.stringify({ folder }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ problem: String(error) }));
    }
  });
  const address = addressOf(dataDir);
  // We hold the folder's lock: a socket that lies there is nobody's.
  await rm(address, { force: true });
  server.listen(address);
  await once(server, "listening");
  if (process.platform !== "win32") await chmod(address, 0o600);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** A copy of the database of the shop that runs over a data folder; undefined when none answers. */
export async function askForCopy(dataDir: string): Promise<string | undefined> {
  const asked = request({ socketPath: addressOf(dataDir), path: `/${process.pid}` }).end();
  const answer = await once(asked, "response").catch(() => undefined);
  if (!answer) return undefined;
  const { folder, problem } = (await json(answer[0])) as { folder?: string; problem?: string };
  if (!folder) throw new Error(`the running shop could not copy its database: ${problem}`);
  return folder;
}

/** Named after the process that asked: what killed ones left is cleared away, since it is as large as the database. */
async function copyAside(dataDir: string, asker: number, copyFiles: CopyFiles): Promise<string> {
  for (const entry of await readdir(dataDir)) {
    const [, owner] = /^copy-(\d+)-/.exec(entry) ?? [];
    if (owner && !isRunning(Number(owner))) {
      await rm(path.join(dataDir, entry), { recursive: true, force: true });
    }
  }
  const aside = await mkdtemp(path.join(dataDir, `copy-${asker}-`));
  const folder = path.join(aside, "database");
  await copyFiles(folder);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Sockets have short paths; a data folder that lies deep gets one elsewhere. */
function addressOf(dataDir: string): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\pomar-${name}`;
  const address = path.join(dataDir, "control.sock");
  return address.length < 100 ? address : path.join(tmpdir(), `pomar-${name}.sock`);
}
