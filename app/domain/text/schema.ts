import { z } from "zod";

/** Halves of a surrogate pair and marks that break lines or turn the reading direction unseen: nobody types them. */
const unseen = "\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const unreadableInLine = new RegExp(`[\\p{Cc}${unseen}]`, "u");
const unreadableInProse = new RegExp(`[${unseen}]|[^\\P{Cc}\\n\\t]`, "u");

const usualLength = 120;
const notAllowed = { error: "Há caracteres que não são permitidos." };
const tooLong = (max: number) => ({ error: `Use no máximo ${max} caracteres.`, abort: true });

/** One line of text, trimmed. `message` answers a missing, mistyped or too short one. */
export function line(min: number, message: string, max = usualLength) {
  return z
    .string({ error: message })
    .trim()
    .normalize("NFC")
    .min(min, { error: message, abort: true })
    .max(max, tooLong(max))
    .refine((text) => !unreadableInLine.test(text), notAllowed);
}

/** Text of several lines, whose ends become plain ones; it may be empty. */
export function prose(max: number) {
  return z
    .string({ error: "Texto inválido." })
    .transform((text) => text.replace(/\r\n?|[\u2028\u2029]/g, "\n").normalize("NFC"))
    .pipe(
      z
        .string()
        .max(max, tooLong(max))
        .refine((text) => !unreadableInProse.test(text), notAllowed),
    );
}

/** A line that may be left empty, which counts as nothing said. */
export function optionalLine(max = usualLength) {
  return line(0, "Texto inválido.", max)
    .transform((text) => text || null)
    .nullable();
}
