import type { CheckoutForm } from "#app/domain/orders/schema.ts";

export type FoundAddress = Pick<CheckoutForm, "street" | "neighborhood" | "city" | "state">;

/** The address of a CEP of 8 digits; undefined, and logged, when it cannot be found: it stays typeable. */
export async function findAddress(digits: string): Promise<FoundAddress | undefined> {
  try {
    const response = await fetch(`/api/postal-code/${digits}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { logradouro, bairro, localidade, uf } = Object(await response.json());
    return {
      street: textOf(logradouro),
      neighborhood: textOf(bairro),
      city: textOf(localidade),
      state: textOf(uf) as FoundAddress["state"],
    };
  } catch (error) {
    console.warn(`the address of CEP ${digits} was not found`, error);
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
