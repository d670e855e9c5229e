import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { controlSocketPath } from "#app/platform/database/embedded/data-folder.ts";
import { requireRoom, sizeOfFolder } from "#app/platform/disk.ts";
import { ArchiveError } from "./archive-error.ts";

type CopyFiles = NonNullable<OpenDatabase["copyFiles"]>;

/**
 * Serves requests of programs on the same machine. Only one process may open the embedded database, so a backup
 * requests a copy of its files from the running shop. The socket in the data folder is accessible to its owner only.
 */
export async function startControlServer(
  dataDir: string,
  copyFiles: CopyFiles,
): Promise<() => Promise<void>> {
  const server = createServer(async ({ url = "" }, response) => {
    try {
      const folder = await createCopy(dataDir, Number(url.slice(1)), copyFiles);
      response.end(JSON.stringify({ folder }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ problem: (error as Error).message }));
    }
  });
  const address = controlSocketPath(dataDir);
  // This process holds the folder's lock, so an existing socket is left from a killed process.
  await rm(address, { force: true });
  server.listen(address);
  await once(server, "listening");
  if (process.platform !== "win32") await chmod(address, 0o600);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Requests a copy of the database from the shop that runs on a data folder; undefined when none answers. */
export async function requestCopy(dataDir: string): Promise<string | undefined> {
  const sent = request({ socketPath: controlSocketPath(dataDir), path: `/${process.pid}` }).end();
  const response = await once(sent, "response").catch(() => undefined);
  if (!response) return undefined;
  const { folder, problem } = (await json(response[0])) as { folder?: string; problem?: string };
  if (!folder) throw new ArchiveError(`the running shop could not copy its database: ${problem}`);
  return folder;
}

/** Copies contain the requesting process's id. Those of ended processes are deleted, as large as the database. */
async function createCopy(
  dataDir: string,
  requesterPid: number,
  copyFiles: CopyFiles,
): Promise<string> {
  for (const entry of await readdir(dataDir)) {
    const [, owner] = /^copy-(\d+)-/.exec(entry) ?? [];
    if (owner && !isRunning(Number(owner))) {
      await rm(path.join(dataDir, entry), { recursive: true, force: true });
    }
  }
  // This comes before the checkpoint, which ends the database where there is no room for it.
  await requireRoom(dataDir, await sizeOfFolder(path.join(dataDir, "database")));
  const parent = await mkdtemp(path.join(dataDir, `copy-${requesterPid}-`));
  const folder = path.join(parent, "database");
  try {
    await copyFiles(folder);
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
