/** Whom a change is ascribed to. */
export function auditAuthor({ user_email }: { user_email: string | null }): string {
  return user_email ?? "Sistema";
}
