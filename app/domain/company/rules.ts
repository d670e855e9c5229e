export const defaultSiteName = "Pomar";

export const defaultColors = {
  primary: "#22c55e",
  secondary: "#f3f4f6",
  accent: "#fb923c",
  background: "#ffffff",
  foreground: "#0f172a",
} as const;

export type ColorName = keyof typeof defaultColors;

export function siteName(settings: { site_name: string | null }): string {
  return settings.site_name?.trim() || defaultSiteName;
}

/** Splits an e-mail field with several addresses. */
export function emailAddresses(email: string | null): string[] {
  return (email ?? "").split(/[\s,;]+/).filter(Boolean);
}
