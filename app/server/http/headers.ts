export type HeaderLine = [name: string, value: string];

const yearInSeconds = 31_536_000;
const disabledFeatures = [
  "accelerometer",
  "camera",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "usb",
];

/** Sent with every response; the content security policy is added by kind of response. */
export function securityHeaders(publicUrl: string | undefined): HeaderLine[] {
  const lines: HeaderLine[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", disabledFeatures.map((feature) => `${feature}=()`).join(", ")],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
  if (publicUrl?.startsWith("https:")) {
    lines.push(["Strict-Transport-Security", `max-age=${yearInSeconds}`]);
  }
  return lines;
}

/** Content security policy of data: nothing in it may run, load or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Content security policy of scripts, styles and fonts. A worker is bound by the policy of its own script. */
export const filePolicy = "default-src 'self'; object-src 'none'; frame-ancestors 'none'";

/** The lines of a `Headers`, each `Set-Cookie` separately, names capitalized. */
export function headerLines(headers: Headers): HeaderLine[] {
  return [...headers].map(([name, value]) => [capitalize(name), value]);
}

/** `lines`, and those of `defaults` whose names are missing. */
export function addDefaults(lines: HeaderLine[], defaults: HeaderLine[]): HeaderLine[] {
  const present = new Set(lines.map(([name]) => name.toLowerCase()));
  return [...lines, ...defaults.filter(([name]) => !present.has(name.toLowerCase()))];
}

function capitalize(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
