import { z } from "zod";
import type { Address } from "#app/shared/columns.ts";

/** A service that knows postal codes. */
export type PostalCodeProvider = {
  name: string;
  /** The address of 8 digits, undefined for a code nobody has; throws when the service cannot tell. */
  find(cep: string, signal: AbortSignal): Promise<Address | undefined>;
};

const text = z.string().trim().max(200);
const textOrNothing = text.nullish().transform((value) => value ?? "");
const state = z.string().regex(/^[A-Z]{2}$/);

const viaCepAnswer = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal("true")]) }),
  z.object({ logradouro: text, bairro: text, localidade: text.min(1), uf: state }),
]);

const brasilApiAnswer = z.object({
  street: textOrNothing,
  neighborhood: textOrNothing,
  city: text.min(1),
  state,
});

/** ViaCEP, or a service that answers as it does: `{base}/{8 digits}/json/`. */
export function viaCep(base: string): PostalCodeProvider {
  return {
    name: "ViaCEP",
    async find(cep, signal) {
      const body = await askJson(`${base}/${cep}/json/`, signal);
      if (body === undefined) return undefined;
      const answer = viaCepAnswer.parse(body);
      if ("erro" in answer) return undefined;
      const { logradouro, bairro, localidade, uf } = answer;
      return { street: logradouro, neighborhood: bairro, city: localidade, state: uf };
    },
  };
}

/** BrasilAPI, which asks several services itself: `{base}/{8 digits}`. */
export function brasilApi(base: string): PostalCodeProvider {
  return {
    name: "BrasilAPI",
    async find(cep, signal) {
      const body = await askJson(`${base}/${cep}`, signal);
      return body === undefined ? undefined : brasilApiAnswer.parse(body);
    },
  };
}

/** The configured service alone, else the public ones in the order they are asked. */
export function postalCodeProviders(configured?: string): PostalCodeProvider[] {
  if (configured) return [viaCep(configured.replace(/\/+$/, ""))];
  return [viaCep("https://viacep.com.br/ws"), brasilApi("https://brasilapi.com.br/api/cep/v1")];
}

async function askJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (response.ok) return response.json();
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new Error(`answered ${response.status}`);
}
