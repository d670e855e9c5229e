const uniqueViolation = "23505";

/** The unique constraint that a write ran into, by its name in `migrations/`; undefined for any other failure. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  const { code, constraint } = cause as Error & { code?: string; constraint?: string };
  return code === uniqueViolation ? constraint : undefined;
}
