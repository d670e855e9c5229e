import { LRUCache } from "lru-cache";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { z } from "#app/shared/zod.ts";

type PostalCodeResult =
  | { ok: true; address: Address }
  /** `unknown`: no such code. The others: no service could answer. */
  | { ok: false; reason: "unknown" | "unavailable" | "timed-out" };

export type PostalCodes = {
  /** The address of a code of 8 digits. */
  find(cep: string): Promise<PostalCodeResult>;
};

/** A postal-code service. */
export type PostalCodeProvider = {
  name: string;
  /** The address of 8 digits; undefined when the code does not exist. Throws when the service fails. */
  find(cep: string, signal: AbortSignal): Promise<Address | undefined>;
};

/** A store for addresses that were found before. */
export type PostalCodeStore = {
  read(cep: string): Promise<Address | undefined>;
  write(cep: string, address: Address): Promise<void>;
};

type PostalCodeOptions = {
  /** Requested in order until one has the code. */
  providers: readonly PostalCodeProvider[];
  store: PostalCodeStore;
  log: Pick<DatabaseLog, "warn">;
  /** Timeout of each provider. */
  timeoutMs?: number;
};

const maxCachedCodes = 5000;
const maxPendingLookups = 50;
const unknownCodeTtlMs = 600_000;

/** Looks up postal codes; shares concurrent lookups of the same code and caches their results. */
export function createPostalCodes(options: PostalCodeOptions): PostalCodes {
  const cache = new LRUCache<string, PostalCodeResult>({ max: maxCachedCodes });
  const pending = new Map<string, Promise<PostalCodeResult>>();

  async function lookUp(cep: string): Promise<PostalCodeResult> {
    const result = await findAddress(cep, options);
    if (result.ok) cache.set(cep, result);
    else if (result.reason === "unknown") cache.set(cep, result, { ttl: unknownCodeTtlMs });
    return result;
  }

  return {
    async find(cep) {
      const known = cache.get(cep) ?? pending.get(cep);
      if (known) return known;
      if (pending.size >= maxPendingLookups) return { ok: false, reason: "unavailable" };
      const lookup = lookUp(cep).finally(() => pending.delete(cep));
      pending.set(cep, lookup);
      return lookup;
    },
  };
}

async function findAddress(cep: string, options: PostalCodeOptions): Promise<PostalCodeResult> {
  const { store, log } = options;
  const address = await store.read(cep).catch((error) => {
    log.warn({ err: error }, "could not read a stored postal code");
  });
  if (address) return { ok: true, address };
  const result = await requestProviders(cep, options);
  if (result.ok) {
    await store.write(cep, result.address).catch((error) => {
      log.warn({ err: error }, "could not store a postal code");
    });
  }
  return result;
}

async function requestProviders(
  cep: string,
  { providers, log, timeoutMs = 3000 }: PostalCodeOptions,
): Promise<PostalCodeResult> {
  const failures = new Set<"unknown" | "unavailable" | "timed-out">();
  for (const provider of providers) {
    try {
      const address = await provider.find(cep, AbortSignal.timeout(timeoutMs));
      if (address) return { ok: true, address };
      failures.add("unknown");
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
      failures.add(isTimeout ? "timed-out" : "unavailable");
      log.warn({ provider: provider.name, err: error }, "a postal-code service failed");
    }
  }
  // One service that does not know the code is enough, even if another one failed.
  if (failures.has("unknown")) return { ok: false, reason: "unknown" };
  return { ok: false, reason: failures.has("unavailable") ? "unavailable" : "timed-out" };
}

const text = z.string().trim().max(200);
const optionalText = text.nullish().transform((value) => value ?? "");
const state = z.string().regex(/^[A-Z]{2}$/);

const viaCepAnswer = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal("true")]) }),
  z.object({ logradouro: text, bairro: text, localidade: text.min(1), uf: state }),
]);

const brasilApiAnswer = z.object({
  street: optionalText,
  neighborhood: optionalText,
  city: text.min(1),
  state,
});
export type Address = z.infer<typeof brasilApiAnswer>;

/** ViaCEP or a compatible service: `{base}/{8 digits}/json/`. */
export function createViaCep(base: string): PostalCodeProvider {
  return {
    name: "ViaCEP",
    async find(cep, signal) {
      const body = await fetchJson(`${base}/${cep}/json/`, signal);
      if (body === undefined) return undefined;
      const answer = viaCepAnswer.parse(body);
      if ("erro" in answer) return undefined;
      const { logradouro, bairro, localidade, uf } = answer;
      return { street: logradouro, neighborhood: bairro, city: localidade, state: uf };
    },
  };
}

/** BrasilAPI, which itself queries several services: `{base}/{8 digits}`. */
export function createBrasilApi(base: string): PostalCodeProvider {
  return {
    name: "BrasilAPI",
    async find(cep, signal) {
      const body = await fetchJson(`${base}/${cep}`, signal);
      return body === undefined ? undefined : brasilApiAnswer.parse(body);
    },
  };
}

/** The configured service only, otherwise the public ones in order. */
export function createPostalCodeProviders(configured?: string): PostalCodeProvider[] {
  if (configured) return [createViaCep(configured.replace(/\/+$/, ""))];
  return [
    createViaCep("https://viacep.com.br/ws"),
    createBrasilApi("https://brasilapi.com.br/api/cep/v1"),
  ];
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (response.ok) return response.json();
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new Error(`status ${response.status}`);
}
