import { X509Certificate } from "node:crypto";
import type { Environment } from "#app/platform/env.ts";
import { createPixBank, type PixBank } from "./bank.ts";
import { bankProfiles } from "./banks.ts";
import { readPixBankSettings } from "./settings.ts";

/** The seller's bank as the environment names it. */
export type PixConnection = {
  bank: PixBank;
  /** The name of its profile, else its host. */
  name: string;
  /** The host of the bank's API. */
  host: string;
  certificateEndsAt: Date;
  /** The address to which the bank reports payments; undefined without a public one. */
  callbackUrl: string | undefined;
};

/** Undefined without a bank. Throws when a setting is wrong. */
export function openPixConnection(
  env: Environment,
  log: Parameters<typeof createPixBank>[1],
): PixConnection | undefined {
  const read = readPixBankSettings(env);
  if (!read.ok) throw new Error(read.problem);
  if (!read.settings) return undefined;
  const { url, certificate } = read.settings;
  const { host } = new URL(url);
  const { PIX_BANK, PUBLIC_URL } = env;
  return {
    bank: createPixBank(read.settings, log),
    name: PIX_BANK ? bankProfiles[PIX_BANK].name : host,
    host,
    certificateEndsAt: new Date(new X509Certificate(certificate).validTo),
    callbackUrl: PUBLIC_URL?.startsWith("https:") ? `${PUBLIC_URL}/api/pix` : undefined,
  };
}
