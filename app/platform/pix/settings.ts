import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Environment } from "#app/platform/env.ts";
import { type BankProfile, bankProfiles, usualProfile } from "./banks.ts";

export type PixBankSettings = {
  profile: Omit<BankProfile, "name" | "url" | "tokenUrl">;
  url: string;
  tokenUrl: string;
  scopes: string;
  clientId: string;
  /** Undefined where the profile has none. */
  clientSecret: string | undefined;
  applicationKey?: string | undefined;
  /** PEM. */
  certificate: string;
  key: string;
  /** The authority of the bank's server certificate, beside Node's own. */
  ca?: string | undefined;
};

/** Returns whether the environment names a bank; its variables are complete then. */
export const hasPixBank = (env: Environment) => env.PIX_CLIENT_ID !== undefined;

const defaultScopes = "cob.read cob.write pix.read webhook.read webhook.write";

/** The bank of the environment, undefined without one, or one line that names the wrong variable and never its value. */
export function readPixBankSettings(
  env: Environment,
): { ok: true; settings: PixBankSettings | undefined } | { ok: false; problem: string } {
  const bank: BankProfile | undefined = env.PIX_BANK && bankProfiles[env.PIX_BANK];
  const url = env.PIX_URL ?? bank?.url;
  const { PIX_CLIENT_ID: clientId, PIX_CERTIFICATE, PIX_CERTIFICATE_KEY, PIX_CA } = env;
  if (!url || !clientId || !PIX_CERTIFICATE || !PIX_CERTIFICATE_KEY) {
    return { ok: true, settings: undefined };
  }
  const profile = bank ?? usualProfile;
  const [cert, key, ca] = [PIX_CERTIFICATE, PIX_CERTIFICATE_KEY, PIX_CA].map(readPem);
  const parts = {
    PIX_CERTIFICATE: { cert },
    PIX_CERTIFICATE_KEY: { cert, key },
    ...(PIX_CA && { PIX_CA: { ca } }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const isValid = Object.values(part).every(Boolean) && isSecureContext(part);
    if (!isValid) return { ok: false, problem: `${name} must be ${pemOf[name]}, or its file` };
  }
  return {
    ok: true,
    settings: {
      profile,
      url,
      tokenUrl: env.PIX_TOKEN_URL ?? bank?.tokenUrl ?? `${url}/oauth/token`,
      scopes: env.PIX_SCOPES ?? defaultScopes,
      clientId,
      clientSecret: profile.hasSecret ? env.PIX_CLIENT_SECRET : undefined,
      applicationKey: env.PIX_APPLICATION_KEY,
      certificate: cert ?? "",
      key: key ?? "",
      ca,
    },
  };
}

const pemOf: Record<string, string> = {
  PIX_CERTIFICATE: "the client certificate in PEM",
  PIX_CERTIFICATE_KEY: "the key of PIX_CERTIFICATE in PEM, without a passphrase",
  PIX_CA: "certificates in PEM",
};

/** The text itself, or that of the file; undefined when it cannot be read. */
function readPem(value: string | undefined): string | undefined {
  if (value === undefined || value.includes("-----BEGIN")) return value;
  try {
    return readFileSync(value, "utf8");
  } catch {
    return undefined;
  }
}

function isSecureContext(part: Parameters<typeof createSecureContext>[0]): boolean {
  try {
    createSecureContext(part);
    return true;
  } catch {
    return false;
  }
}
