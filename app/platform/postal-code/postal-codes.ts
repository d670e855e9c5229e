import type { DatabaseLog } from "#app/platform/database/database.ts";
import type { Address } from "#app/shared/columns.ts";
import type { PostalCodeProvider } from "./providers.ts";
import type { RememberedAddresses } from "./remembered.ts";

type PostalCodeAnswer =
  | { ok: true; address: Address }
  /** `unknown`: nobody has this code. The others: nobody could tell. */
  | { ok: false; reason: "unknown" | "unavailable" | "timed-out" };

export type PostalCodes = {
  /** The address of a code of 8 digits. */
  find(cep: string): Promise<PostalCodeAnswer>;
};

type PostalCodeOptions = {
  /** Asked one after the other until one knows the code. */
  providers: readonly PostalCodeProvider[];
  remembered: RememberedAddresses;
  log: Pick<DatabaseLog, "warn">;
  /** Milliseconds each provider has. */
  patience?: number;
};

const mostKept = 5000;
const mostUnderWay = 50;
/** Milliseconds for which a code that nobody has is not asked again. */
const unknownFor = 600_000;

/** Looks postal codes up, asking once for the same code at the same time and remembering what was answered. */
export function createPostalCodes(options: PostalCodeOptions): PostalCodes {
  const kept = new Map<string, { answer: PostalCodeAnswer; until: number }>();
  const underWay = new Map<string, Promise<PostalCodeAnswer>>();

  function keep(cep: string, answer: PostalCodeAnswer) {
    if (!answer.ok && answer.reason !== "unknown") return;
    // A map keeps the order of insertion: its first key is the oldest.
    const [oldest] = kept.size >= mostKept ? kept.keys() : [];
    if (oldest) kept.delete(oldest);
    kept.delete(cep);
    kept.set(cep, { answer, until: answer.ok ? Infinity : Date.now() + unknownFor });
  }

  async function lookUp(cep: string): Promise<PostalCodeAnswer> {
    const answer = await ask(cep, options);
    keep(cep, answer);
    return answer;
  }

  return {
    async find(cep) {
      const known = kept.get(cep);
      if (known && known.until > Date.now()) return known.answer;
      const asked = underWay.get(cep);
      if (asked) return asked;
      if (underWay.size >= mostUnderWay) return { ok: false, reason: "unavailable" };
      const asking = lookUp(cep).finally(() => underWay.delete(cep));
      underWay.set(cep, asking);
      return asking;
    },
  };
}

async function ask(cep: string, options: PostalCodeOptions): Promise<PostalCodeAnswer> {
  const { remembered, log } = options;
  const address = await remembered.read(cep).catch((error) => {
    log.warn({ err: error }, "the remembered postal codes could not be read");
  });
  if (address) return { ok: true, address };
  const answer = await askProviders(cep, options);
  if (answer.ok) {
    await remembered.write(cep, answer.address).catch((error) => {
      log.warn({ err: error }, "a postal code could not be remembered");
    });
  }
  return answer;
}

async function askProviders(
  cep: string,
  { providers, log, patience = 3000 }: PostalCodeOptions,
): Promise<PostalCodeAnswer> {
  const failures = new Set<"unknown" | "unavailable" | "timed-out">();
  for (const provider of providers) {
    try {
      const address = await provider.find(cep, AbortSignal.timeout(patience));
      if (address) return { ok: true, address };
      failures.add("unknown");
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      failures.add(isLate ? "timed-out" : "unavailable");
      log.warn({ provider: provider.name, err: error }, "a postal-code service did not answer");
    }
  }
  // What one service says it does not have is an answer, even if another one failed.
  if (failures.has("unknown")) return { ok: false, reason: "unknown" };
  return { ok: false, reason: failures.has("unavailable") ? "unavailable" : "timed-out" };
}
