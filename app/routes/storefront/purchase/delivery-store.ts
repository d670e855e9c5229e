import { atom } from "nanostores";
import { safeLocalStorage } from "#app/client/storage.ts";
import { useStore } from "#app/client/use-store.ts";
import type { DeliverySettings } from "#app/domain/company/schema.ts";
import { type DeliveryAddress, termsOf } from "#app/domain/delivery/rules.ts";
import type { DeliveryRequest, Offer } from "#app/domain/delivery/schema.ts";
import { type Cents, toAmount } from "#app/shared/money.ts";
import { readCustomer } from "./checkout-form-state.ts";

/** The visitor's choice among the shop's offers for the address. */
export type DeliveryChoice = { kind: "entrega" | "retirada"; date?: string; shift?: string };

export const $address = atom<DeliveryAddress | undefined>();
/** Undefined until the shop has answered. */
export const $offer = atom<Offer | undefined>();
export const $choice = atom<DeliveryChoice>({ kind: "entrega" });

/** The visitor agrees on the date with the shop. */
export const laterDate = "combinar";

const cepKey = "pomar.cep";

/** The CEP that was typed in the cart, or that of the data remembered on this device. */
export function readCep(): string {
  const text = safeLocalStorage.read(cepKey) ?? readCustomer()?.zipCode ?? "";
  return text.replace(/\D/g, "");
}

export function storeCep(cep: string): void {
  safeLocalStorage.write(cepKey, cep);
}

/** Asks for an address that is not the last one. Without connection the offer is unknown. */
export async function fetchOffer(address: DeliveryAddress): Promise<void> {
  const before = $address.get();
  const isSame = (["cep", "city", "neighborhood"] as const).every(
    (part) => before?.[part] === address[part],
  );
  if (isSame && $offer.get()) return;
  $address.set(address);
  $offer.set(undefined);
  await refetchOffer();
}

/** Asks again for the same address. */
export async function refetchOffer(): Promise<void> {
  const address = $address.get();
  if (!address) return;
  const query = new URLSearchParams(Object.entries(address).filter(([, text]) => text));
  try {
    const response = await fetch(`/api/delivery?${query}`);
    if (response.ok && $address.get() === address) $offer.set(await response.json());
  } catch {
    // The order is placed with the next possible date.
  }
}

/** Fee and minimums of the cart: the zone's, once the address is known. */
export function useDeliveryTerms(settings: {
  delivery_settings: DeliverySettings;
  delivery_choice?: boolean;
}): DeliverySettings {
  const offer = useStore($offer);
  const { kind } = useStore($choice);
  if (!settings.delivery_choice) return settings.delivery_settings;
  return termsOf(settings.delivery_settings, offer?.zone, kind);
}

/** The delivery of an order, with what the visitor saw. Without connection the shop chooses the next date. */
export function requestDelivery(fee: Cents): DeliveryRequest {
  const offer = $offer.get();
  const { kind, date, shift } = $choice.get();
  const isPickup = kind === "retirada";
  return {
    ...(isPickup && { delivery_kind: kind }),
    ...(date !== undefined && date !== laterDate && { delivery_kind: kind, delivery_date: date }),
    ...(shift !== undefined && { delivery_shift: shift }),
    ...(navigator.onLine ? {} : { delivery_flexible: true }),
    ...(offer && { delivery_zone: isPickup ? null : (offer.zone?.name ?? null) }),
    delivery_fee: toAmount(fee),
  };
}
