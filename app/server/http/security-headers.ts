import type { HeaderLine } from "./headers.ts";

const yearInSeconds = 31_536_000;
const unusedFeatures = [
  "accelerometer",
  "camera",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "usb",
];

/** What stands on every answer; a content policy comes on top, by the kind of answer. */
export function securityHeaders(publicUrl: string | undefined): HeaderLine[] {
  const lines: HeaderLine[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", unusedFeatures.map((feature) => `${feature}=()`).join(", ")],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
  if (publicUrl?.startsWith("https:")) {
    lines.push(["Strict-Transport-Security", `max-age=${yearInSeconds}`]);
  }
  return lines;
}

/** For answers that are data: nothing in them may run, load or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For scripts, styles and fonts: a script that runs as a worker is bound by the policy it came with. */
export const filePolicy = "default-src 'self'; object-src 'none'; frame-ancestors 'none'";
