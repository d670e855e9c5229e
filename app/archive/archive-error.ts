/** The reason for which a backup, restore or move was not done, in one line for the operator; nothing was changed. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}
