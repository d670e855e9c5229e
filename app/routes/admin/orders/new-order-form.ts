import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { describeProblem, type Problem } from "#app/client/api-request.ts";
import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { OfferedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { isQuantity } from "#app/domain/orders/line-draft.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { takenChannels } from "#app/domain/orders/texts.ts";
import { offeredMethods } from "#app/domain/payments/methods.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { z } from "#app/shared/zod.ts";
import { type BuyerFields, buyerFieldNames, buyerSchema, toBuyer } from "./buyer.tsx";
import { openDelivery } from "./taken-delivery.tsx";
import type { TakenLine } from "./taken-line.ts";

export type PaymentSettings = Parameters<typeof offeredMethods>[0];

/** The known data of the customer when the form is filled. */
type KnownBuyer = {
  customer: CustomerDetail | undefined;
  table: OfferedTable | undefined;
  lastOrders: readonly Order[];
  settings: Omit<PaymentSettings, "price_table">;
};

const deliverySchema = z.object({
  kind: z.enum(["entrega", "retirada"]),
  date: z.string(),
  shift: z.string(),
});
const orderFormSchema = buyerSchema.extend({
  channel: z.enum(takenChannels),
  delivery: deliverySchema,
});
export type OrderForm = z.input<typeof orderFormSchema>;
export type TakenOrder = z.output<typeof orderFormSchema>;
export type NewOrderForm = UseFormReturn<OrderForm, unknown, TakenOrder>;

export const resolver = zodResolver(orderFormSchema);

export function toForm(known: KnownBuyer): OrderForm {
  return {
    ...(toBuyer(known.customer) as BuyerFields & Pick<OrderForm, "state">),
    note: "",
    payment_method: usualMethod(known),
    channel: takenChannels[0],
    delivery: openDelivery,
  };
}

/** Returns the method by which the customer paid the last order, if the shop still offers it to them. */
function usualMethod({ customer, lastOrders, settings, table }: KnownBuyer): string {
  const last = lastOrders[0]?.payment_method;
  const payments = { ...settings, price_table: table && { active: true } };
  const offered = offeredMethods(payments, customer?.document ?? "");
  return last && offered.some(({ name }) => name === last) ? last : "";
}

type Buyer = Partial<Pick<OrderForm, "document" | "email">> &
  Pick<OrderForm, "phone"> & { customer_id?: string };

/** Sends the address in a body: the logs of proxies have the addresses of requests. */
export async function readTable({ document = "", email = "", phone, customer_id }: Buyer) {
  const body = { document, email, phone, ...(customer_id && { customer_id }) };
  return callApi<{ price_table: OfferedTable | null }>("POST", "/api/orders/taken/table", body);
}

/** The table of the customer to whom the order will belong, as typed, and its change. */
export function useTable(form: NewOrderForm, { customer, table }: KnownBuyer) {
  const [lastAnswer, setLastAnswer] = useState<{ of: string; table: OfferedTable | undefined }>();
  const [document = "", email = "", phone] = form.watch(["document", "email", "phone"]);
  const customerId = customer?.id;
  const isAsLoaded = (["document", "email", "phone"] as const).every(
    (name) => form.getValues(name) === toBuyer(customer)[name],
  );
  const isKnown =
    customerId !== undefined ||
    document.replace(/\W/g, "").length > 10 ||
    phone.replace(/\D/g, "").length > 9;
  const buyer = JSON.stringify({ document, email, phone, customer_id: customerId });
  useEffect(() => {
    if (isAsLoaded || !isKnown) return;
    let isLast = true;
    void readTable(JSON.parse(buyer)).then((answer) => {
      if (isLast && answer.ok)
        setLastAnswer({ of: buyer, table: answer.data.price_table ?? undefined });
    });
    return () => {
      isLast = false;
    };
  }, [buyer, isAsLoaded, isKnown]);
  const tableAsLoaded = isAsLoaded ? table : undefined;
  const current = lastAnswer?.of === buyer ? lastAnswer.table : tableAsLoaded;
  return [
    current,
    (now: OfferedTable | undefined) => setLastAnswer({ of: buyer, table: now }),
  ] as const;
}

/** Fills the fields for another customer than before, then calls `onFilled`; at first they are those of the form's default values. */
export function useFilledBuyer(form: NewOrderForm, known: KnownBuyer, onFilled: () => void) {
  const { customer } = known;
  const [filledId, setFilledId] = useState<string>();
  const id = customer?.id;
  useEffect(() => {
    if (filledId === id) return;
    setFilledId(id);
    const values = toBuyer(customer);
    for (const name of buyerFieldNames) {
      // Only the values of another customer are replaced by empty ones: typed values stay.
      if (values[name] || filledId) form.setValue(name, values[name] as never);
    }
    const method = usualMethod(known);
    if (method || filledId) form.setValue("payment_method", method);
    if (filledId) form.setValue("delivery", openDelivery);
    if (customer) onFilled();
  });
}

/** Returns whether a line has a price and a quantity. */
export function isNumber({ price, quantity }: { price: number; quantity: number }): boolean {
  return price >= 0 && isQuantity(quantity);
}

/** The line at the price that the shop has for it now, which may be that of the customer's table. */
export function withPriceOf({ lines = [] }: Problem, line: TakenLine): TakenLine {
  const changes = lines as { product_id: string; unit: string; price_now: number | null }[];
  const change = changes.find(
    ({ product_id, unit }) => product_id === line.product.id && unit === line.unit,
  );
  return change?.price_now == null
    ? line
    : { ...line, agreedPrice: formatTypedAmount(change.price_now) };
}

export function changedPrices(table: OfferedTable | undefined): Problem {
  const cause = table
    ? `Este cliente compra pela ${tableTitle(table.name)}`
    : "Este cliente não tem tabela";
  return {
    type: "urn:pomar:prices-changed",
    title: `${cause}: confira o total e anote de novo.`,
    status: 409,
  };
}

/** Describes the rejection with the first line that cannot be sold. */
export function describeTaken(problem: Problem): string {
  const [line] = (problem.lines ?? []) as { product_name: string | null; reason: string }[];
  const reasons: Record<string, string> = {
    "sold-out": "está esgotado",
    hidden: "está oculto",
    unknown: "foi excluído",
    "unit-changed": "não é mais vendido assim",
    "price-changed": "tem outro preço: confira e anote de novo",
  };
  if (!line) return describeProblem(problem);
  return `${line.product_name ?? "Um produto"} ${reasons[line.reason] ?? "mudou"}.`;
}
