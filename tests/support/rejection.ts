/** The database's error message, the cause of Drizzle's 'Failed query'. */
export async function rejectionOf(work: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) throw new Error("the database accepted it");
  return cause.message;
}
