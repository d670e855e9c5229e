import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Problem } from "#app/client/api-request.ts";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { toast } from "#app/client/toast.ts";
import { type LoaderShop, shopContext } from "#app/context.ts";
import { tablePrices, tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { termsOf } from "#app/domain/delivery/rules.ts";
import { computeOrderAmounts } from "#app/domain/orders/rules.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { takenChannels } from "#app/domain/orders/texts.ts";
import { describeMethod, offeredMethods } from "#app/domain/payments/methods.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { type Choice, ChoiceField, focusWrongField } from "#app/routes/admin/kit/fields/fields.tsx";
import { CustomerWarnings } from "#app/routes/admin/kit/orders/customer-warnings.tsx";
import { FormSection, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { callApi, fieldErrors } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { dayOf } from "#app/shared/days.ts";
import { formatCents, formatMoney, toAmount } from "#app/shared/money.ts";
import { cancelledStatus, newStatus } from "#app/shared/order-status.ts";
import { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import type { Route } from "./+types/new-order";
import {
  BuyerCard,
  type BuyerFields,
  BuyerForm,
  BuyerSearch,
  buyerFieldNames,
  fieldOf,
  isComplete,
  toBuyer,
} from "./buyer.tsx";
import { type ReadPerson, useConversation } from "./conversation.tsx";
import type { ReadItem } from "./conversation-items.ts";
import { focusNext, moveOn } from "./move-on.ts";
import {
  changedPrices,
  describeTaken,
  isNumber,
  type NewOrderForm,
  type OrderForm,
  type PaymentSettings,
  readTable,
  resolver,
  type TakenOrder,
  toForm,
  useFilledBuyer,
  useTable,
  withPriceOf,
} from "./new-order-form.ts";
import { DeliveryChoice, useOffer } from "./taken-delivery.tsx";
import { numbersOf, type TakenLine, toTakenLine } from "./taken-line.ts";
import {
  LastOrders,
  ProductField,
  showMissing,
  TakenLineList,
  toItems,
  UsualChips,
  useAddItems,
} from "./taken-lines.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const idIn = (name: string) => z.guid().safeParse(url.searchParams.get(name)).data?.toLowerCase();
  const repeatedId = idIn("pedido");
  const repeated = repeatedId ? await shop.orders.find(repeatedId) : undefined;
  const id = idIn("cliente") ?? repeated?.customer_id ?? undefined;
  const customer = id ? await shop.customers.find(id) : undefined;
  const lastOrders = customer ? await listLastOrders(shop, customer.id) : [];
  const settings = await shop.delivery.readPublicSettings();
  const { payment_methods, payment_terms, delivery_settings } = settings;
  return {
    customer,
    table: customer && (await shop.customers.readTableOfOrder(toTableRequest(customer))),
    lastOrders,
    repeated,
    // The repeated order first: what exceeds the longest list is left out.
    products: await listSoldProducts(shop, [
      ...(repeated?.itens ?? []),
      ...(customer?.usual_items ?? []),
      ...lastOrders.flatMap(({ itens }) => itens),
    ]),
    settings: { payment_methods, payment_terms, delivery_settings },
    today: dayOf(new Date()),
  };
}
type LoaderData = Route.ComponentProps["loaderData"];

function toTableRequest({ id, document, email, phone }: CustomerDetail) {
  return { document: document ?? "", email: email ?? "", phone: phone ?? "", customer_id: id };
}

/** The number of newest orders that are read, cancelled ones included, to show the last that are not cancelled. */
const comparedOrders = 10;
const shownOrders = 3;

async function listLastOrders({ orders }: LoaderShop, customer: string): Promise<Order[]> {
  const { items } = await orders.list({ customer, limit: comparedOrders });
  return items.filter(({ status }) => status !== cancelledStatus).slice(0, shownOrders);
}

/** Lists the visible products. */
async function listSoldProducts(
  { catalogue }: LoaderShop,
  goods: readonly { product_id: string }[],
) {
  const productIds = goods.map(({ product_id }) => product_id).filter((id) => id !== "");
  const ids = [...new Set(productIds)].slice(0, 100);
  if (ids.length === 0) return [];
  return (await catalogue.listProducts({ ids, limit: ids.length })).items;
}

/** An order that a customer gives by telephone or WhatsApp. Another order to repeat begins another form. */
export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  return <NewOrder key={loaderData.repeated?.id ?? ""} data={loaderData} />;
}

/** The lines of the form, at first those of the order that is repeated; a notice names what is no longer sold of it. */
function useLines({ repeated, products }: LoaderData) {
  const [{ items, missing }] = useState(() => toItems(repeated?.itens ?? [], products));
  useEffect(() => showMissing(missing), [missing]);
  return useState<readonly TakenLine[]>(() =>
    items.map(({ product, unit, quantity }) => toTakenLine(product, unit, quantity)),
  );
}

function NewOrder({ data }: { data: LoaderData }) {
  const { customer, settings, today } = data;
  const [lines, setLines] = useLines(data);
  // The fields of the buyer are shown: for a new one, or to change those of a known one.
  const [isEditing, setEditing] = useState(false);
  const page = useRef<HTMLFormElement>(null);
  const productField = useRef<HTMLInputElement>(null);
  const focusProducts = () => productField.current?.focus();
  const form = useForm<OrderForm, unknown, TakenOrder>({ resolver, defaultValues: toForm(data) });
  useFilledBuyer(form, data, () => {
    const isReady = isComplete(toBuyer(customer));
    setEditing(!isReady);
    if (isReady) focusProducts();
  });
  const pricing = usePricing(form, data, lines);
  const { buyer, table, prices, offer, amounts } = pricing;
  const { send, problem } = useSending({
    form,
    data,
    lines,
    setLines,
    pricing,
    onWrongBuyer: () => setEditing(true),
    onWrongLines: () => focusWrongField(page.current) || focusProducts(),
  });
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  const addItems = useAddItems(lines, setLines);
  const { chooseCustomer, beginNew, fillPerson } = useBuyerChoice(form, customer, {
    setEditing,
    focusProducts,
  });
  const conversation = useConversation({
    customer,
    onItems: (items, replaced) => addItems(items, replaced && { replaced }),
    onPerson: fillPerson,
  });
  const sendForm = form.handleSubmit(send, () => setEditing(true));
  return (
    <form
      ref={page}
      noValidate
      onSubmit={(event) => {
        if (!conversation.isReading) return sendForm(event);
        event.preventDefault();
      }}
      onKeyDown={(event) => {
        const isBuyerDone = isBuyerField(event.target) && isComplete(toBuyerFields(form));
        moveOn(event, isBuyerDone ? productField.current : undefined);
      }}
    >
      <UnsavedGuard dirty={(isDirty || lines.length > 0) && !isSubmitting && !isSubmitSuccessful} />
      <PageHeader title="Novo pedido" description="Por telefone ou WhatsApp" />
      <FormSection title="Cliente">
        {customer ? (
          <BuyerCard
            customer={customer}
            buyer={buyer}
            table={table}
            isEditing={isEditing}
            onEdit={() => setEditing(true)}
            onClear={() => {
              chooseCustomer(undefined);
              setEditing(false);
            }}
          >
            <CustomerWarnings
              customer={customer}
              order={{ status: newStatus, valor_total: toAmount(amounts.total) }}
            />
          </BuyerCard>
        ) : (
          <BuyerSearch
            onChoose={chooseCustomer}
            onNew={beginNew}
            onLeave={focusProducts}
            onPasteLines={conversation.readPasted}
          />
        )}
        {!customer && table && <p className="font-semibold">{tableTitle(table.name)}</p>}
        {isEditing && <BuyerForm form={form as never} customer={customer} />}
      </FormSection>
      <FormSection title="Itens">
        <ProductField
          inputRef={productField}
          usual={customer?.usual_items ?? noGoods}
          prices={prices}
          onAdd={(item) => addItems([item], { increases: true })}
          onLeave={() => focusNext(page.current, productField.current)}
          onPasteLines={conversation.readPasted}
        />
        {conversation.questions}
        <TakenLineList lines={lines} prices={prices} onChange={setLines} />
        <EarlierGoods data={data} lines={lines} onAdd={addItems} onAdded={focusProducts} />
      </FormSection>
      <FormSection title="Entrega e pagamento" description={offer?.zone?.name}>
        <DeliveryChoice
          key={customer?.id ?? ""}
          address={buyer}
          offer={offer}
          today={today}
          delivery={form.getValues("delivery")}
          onChange={(changed) => form.setValue("delivery", changed, { shouldDirty: true })}
        />
        <PaymentFields
          form={form}
          payments={{ ...settings, price_table: table && { active: true } }}
          terms={customer?.terms ?? null}
        />
      </FormSection>
      <SaveBar
        pricing={pricing}
        count={lines.length}
        problem={problem && describeTaken(problem)}
        pending={isSubmitting || conversation.isReading}
      />
    </form>
  );
}

/** Computes prices and fee by the rules of a saved order: the customer's table, the fee of the zone, and the minimum. */
function usePricing(form: NewOrderForm, data: LoaderData, lines: readonly TakenLine[]) {
  const [table, setTable] = useTable(form, data);
  const prices = table && tablePrices(table);
  const { delivery } = form.watch();
  const buyer = toBuyerFields(form);
  const offer = useOffer(buyer);
  const terms = {
    ...termsOf(data.settings.delivery_settings, offer?.zone, delivery.kind),
    ...(table?.minimum_order != null && { minimum_order: table.minimum_order }),
  };
  const numbers = lines.map((line) => numbersOf(line, prices)).filter(isNumber);
  const amounts = computeOrderAmounts(numbers, terms);
  const minimum = terms.minimum_order;
  return { buyer, table, setTable, prices, offer, kind: delivery.kind, amounts, minimum };
}

type DeliveryPrice = Pick<ReturnType<typeof usePricing>, "offer" | "kind" | "amounts">;

/** 'entrega R$ 8,00'; nothing while it is not known whether the shop delivers to the address, and for how much. */
function describeDelivery({ offer, kind, amounts }: DeliveryPrice): string | undefined {
  if (kind === "retirada") return "retirada";
  if (amounts.deliveryFee > 0) return `entrega ${formatCents(amounts.deliveryFee)}`;
  return offer?.accepted ? "entrega grátis" : undefined;
}

type EarlierGoodsProps = {
  data: LoaderData;
  lines: readonly TakenLine[];
  onAdd: (items: readonly ReadItem[]) => void;
  /** Afterwards, where no keyboard on the screen opens by it. */
  onAdded: () => void;
};

/** The goods that the customer has bought before; a press adds them. */
function EarlierGoods({ data, lines, onAdd, onAdded }: EarlierGoodsProps) {
  const { customer, lastOrders, products } = data;
  const usual = customer?.usual_items ?? noGoods;
  function add(items: readonly ReadItem[]) {
    onAdd(items);
    if (matchMedia("(hover: hover)").matches) onAdded();
  }
  return (
    <>
      <LastOrders orders={lastOrders} products={products} onAdd={add} />
      <UsualChips usual={usual} products={products} lines={lines} onAdd={add} />
    </>
  );
}

const noGoods: CustomerDetail["usual_items"] = [];

/** Returns whether the element is one of the fields of name, contacts and address. */
function isBuyerField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && buyerFieldNames.some((name) => name === target.name);
}

function toBuyerFields(form: NewOrderForm): BuyerFields {
  const values = form.getValues();
  return Object.fromEntries(
    buyerFieldNames.map((name) => [name, values[name] ?? ""]),
  ) as BuyerFields;
}

type BuyerChoice = { setEditing: (isEditing: boolean) => void; focusProducts: () => void };

/** Holds the buyer: a customer of the shop, whom the address names, or somebody new. */
function useBuyerChoice(
  form: NewOrderForm,
  customer: CustomerDetail | undefined,
  { setEditing, focusProducts }: BuyerChoice,
) {
  const navigate = useNavigate();
  const chooseCustomer = (id: string | undefined) =>
    void navigate(`/admin/orders/new${id ? `?cliente=${id}` : ""}`, {
      replace: true,
      preventScrollReset: true,
    });

  /** The first fields of somebody new. */
  function fillNew(text: string) {
    const field = fieldOf(text);
    if (text !== "") form.setValue(field, text, { shouldDirty: true });
    setEditing(true);
    return text !== "" && field === "name" ? "phone" : "name";
  }

  const [fieldToFocus, setFieldToFocus] = useState<"name" | "phone">();
  // The fields are there only after the render that shows them.
  useEffect(() => {
    if (!fieldToFocus) return;
    form.setFocus(fieldToFocus);
    setFieldToFocus(undefined);
  }, [form, fieldToFocus]);

  return {
    chooseCustomer,
    beginNew: (text: string) => setFieldToFocus(fillNew(text)),
    /** The sender of a pasted conversation. */
    fillPerson({ customer: person, sender, isChat }: ReadPerson) {
      if (isChat) form.setValue("channel", "WhatsApp", { shouldDirty: true });
      if (person && person.id !== customer?.id) chooseCustomer(person.id);
      const isUnknown = !person && !customer && sender;
      if (isUnknown && form.getValues(sender.phone ? "phone" : "name") === "") {
        fillNew(sender.phone ?? sender.name);
      }
      focusProducts();
    },
  };
}

type Sending = {
  form: NewOrderForm;
  data: LoaderData;
  lines: readonly TakenLine[];
  setLines: (lines: readonly TakenLine[]) => void;
  pricing: Pick<ReturnType<typeof usePricing>, "table" | "setTable" | "prices">;
  onWrongBuyer: () => void;
  onWrongLines: () => void;
};

/** Sends the order once, at the prices that were shown; what is rejected stays in the form with its reason. */
function useSending(options: Sending) {
  const { form, data, lines, setLines, pricing, onWrongBuyer, onWrongLines } = options;
  const { customer } = data;
  const { table, setTable, prices } = pricing;
  const navigate = useNavigate();
  const mayPrice = useAllowed();
  const [problem, setProblem] = useState<Problem>();
  const [key] = useState(randomId);
  const chosen = customer && { customer_id: customer.id };

  /** The guard of unsaved changes stays. */
  const stay = () => form.setError("root", { message: "failed" });

  function reject(answer: Problem) {
    setProblem(answer);
    const errors = Object.entries(fieldErrors(answer));
    if (errors.some(([path]) => path.startsWith("customer."))) onWrongBuyer();
    for (const [path, message] of errors) {
      form.setError(path.replace("customer.", "") as keyof OrderForm, { message });
    }
    stay();
  }

  async function send(order: TakenOrder) {
    const { channel, delivery, ...buyer } = order;
    const items = lines.map((line) => ({
      product_id: line.product.id,
      unit: line.unit,
      ...numbersOf(line, prices),
    }));
    if (items.length === 0 || !items.every(isNumber)) {
      stay();
      onWrongLines();
      return;
    }
    // The shown prices are saved: the customer may have got another table, or the answer to the last key is not there yet.
    const owner = await readTable({ ...buyer, ...chosen });
    if (!owner.ok) return reject(owner.problem);
    const tableNow = owner.data.price_table ?? undefined;
    if (JSON.stringify(tableNow) !== JSON.stringify(table)) {
      setTable(tableNow);
      return reject(changedPrices(tableNow));
    }
    const body = { customer: buyer, items, channel, ...chosen, ...toDelivery(delivery) };
    const answer = await callApi<{ id: string }>("POST", "/api/orders/taken", body, key);
    if (answer.ok) {
      toast({ title: "Pedido anotado" });
      await navigate(`/admin/orders?pedido=${answer.data.id}`);
      return;
    }
    if (!mayPrice) setLines(lines.map((line) => withPriceOf(answer.problem, line)));
    reject(answer.problem);
  }

  return { send, problem };
}

/** Converts the delivery to a request of the API; values that are not chosen are to be agreed on. */
function toDelivery({ kind, date, shift }: TakenOrder["delivery"]) {
  return {
    ...(kind === "retirada" && { delivery_kind: kind }),
    ...(date && { delivery_date: date }),
    ...(date && shift && { delivery_shift: shift }),
  };
}

type SaveBarProps = {
  pricing: DeliveryPrice & { minimum: number };
  count: number;
  problem: string | undefined;
  pending: boolean;
};

/** The total and the button, always in reach. */
function SaveBar({ pricing, count, problem, pending }: SaveBarProps) {
  const { items, total, missingForMinimum } = pricing.amounts;
  const delivery = describeDelivery(pricing);
  return (
    <div
      data-save-bar
      className="sticky bottom-(--bottom-bar) z-10 -mx-4 border-t border-line bg-background px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-bar md:mx-0 md:rounded-t-md md:border-x md:px-6"
    >
      {problem && <Alert>{problem}</Alert>}
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow" role="status">
          <p className="text-lg font-semibold tabular-nums">Total: {formatCents(total)}</p>
          <p className="text-sm text-muted tabular-nums">
            Itens: {formatCents(items)}
            {delivery && ` · ${delivery}`}
            {count > 0 && missingForMinimum > 0 && (
              <span className="text-warning-ink">
                {" "}
                · faltam {formatCents(missingForMinimum)} para o mínimo de{" "}
                {formatMoney(pricing.minimum)}
              </span>
            )}
          </p>
        </div>
        <Button
          type="submit"
          pending={pending}
          disabled={count === 0}
          title="Ctrl + Enter"
          className="shrink-0 whitespace-nowrap"
        >
          Anotar pedido
        </Button>
      </div>
    </div>
  );
}

type PaymentFieldsProps = { form: NewOrderForm; payments: PaymentSettings; terms: number | null };

const channelNames: Partial<Record<OrderForm["channel"], string>> = { telefone: "Telefone" };

/** The methods that this customer may choose; the customer's terms replace the days of those that are due later. */
function PaymentFields({ form, payments, terms }: PaymentFieldsProps) {
  const offered = offeredMethods(payments, form.watch("document") ?? "");
  const daysOf = (days: number) => (days > 0 ? (terms ?? days) : 0);
  const methods = offered.map(
    (method): Choice => [method.name, describeMethod({ ...method, days: daysOf(method.days) })],
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Forma de pagamento"
          error={form.formState.errors.payment_method?.message}
          hint={terms ? `Prazo do cliente: ${terms} ${terms === 1 ? "dia" : "dias"}` : undefined}
          choices={[["", "A combinar"], ...methods]}
          {...form.register("payment_method")}
        />
        <ChoiceField
          label="Pedido por"
          choices={takenChannels.map((channel) => [channel, channelNames[channel] ?? channel])}
          {...form.register("channel")}
        />
      </div>
      <TextAreaField label="Observação" optional rows={2} {...form.register("note")} />
    </>
  );
}
