export const defaultColors = {
  primary: "#22c55e",
  secondary: "#f3f4f6",
  accent: "#fb923c",
  background: "#ffffff",
  foreground: "#0f172a",
} as const;

export type ColorName = keyof typeof defaultColors;
