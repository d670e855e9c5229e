import { repeatedDeliveryNames } from "#app/domain/delivery/delivery.ts";
import type { RepeatedDelivery } from "#app/domain/delivery/schema.ts";
import { pick } from "#app/shared/pick.ts";

/** The delivery and payment of the orders of a series; one of its dates may have other terms. Null: to be agreed on. */
export type SeriesTerms = RepeatedDelivery & { payment_method: string | null };

/** The terms that are chosen; the others stay as they are. */
export type ChosenTerms = { [Name in keyof SeriesTerms]?: SeriesTerms[Name] | undefined };

const termNames = [...repeatedDeliveryNames, "payment_method"] as const;

/** The chosen ones of the fields of a request. */
export function pickChosenTerms(request: ChosenTerms): ChosenTerms {
  return pick(request, termNames);
}

/** The terms of an order or of a series, with what is chosen instead. */
export function chooseTerms(stored: SeriesTerms, chosen: ChosenTerms = {}): SeriesTerms {
  return { ...pick(stored, termNames), ...(pick(chosen, termNames) as Partial<SeriesTerms>) };
}
