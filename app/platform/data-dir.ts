import { readFileSync, statSync } from "node:fs";
import { DatabaseStartError } from "./database/errors.ts";

/**
 * Throws when the data folder belongs to another user: the files that a program such as `npm run backup` creates there
 * as root could not be opened by the shop. The message contains the command that runs it as the owner.
 */
export function rejectForeignDataDir(
  dataDir: string,
  command: string,
  currentUid = process.getuid?.(),
): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || currentUid === undefined || owner === currentUid) return;
  const user = userName(owner);
  throw new DatabaseStartError(
    `DATA_DIR ${dataDir} belongs to the user ${user}. Run this as that user: systemd-run --pty --pipe --wait -p User=${user} ` +
      `-p WorkingDirectory=${process.cwd()} -p EnvironmentFile=/etc/pomar/pomar.env -p Environment=DATA_DIR=${dataDir} ${command}`,
  );
}

function userName(uid: number): string {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.find((line) => line.split(":")[2] === String(uid))?.split(":")[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
