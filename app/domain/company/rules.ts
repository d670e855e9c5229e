export const defaultSiteName = "Pomar";

export function siteName(settings: { site_name: string | null }): string {
  return settings.site_name?.trim() || defaultSiteName;
}

/** Splits an e-mail field with several addresses. */
export function emailAddresses(email: string | null): string[] {
  return (email ?? "").split(/[\s,;]+/).filter(Boolean);
}
