import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";

/** Why a backup, restore or move was not done, in one line for the operator; nothing was changed. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

/** The line for a failure that the operator can fix; any other error is thrown again. */
export function describeFailure(error: unknown): string {
  const isExpected =
    error instanceof ArchiveError ||
    error instanceof DatabaseStartError ||
    error instanceof StorageUnavailable;
  if (!isExpected) throw error;
  const isInUse = error.message.startsWith("DATA_DIR is in use");
  return isInUse ? `${error.message}. Stop the shop first.` : error.message;
}
