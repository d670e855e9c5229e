import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { describeProblem, type Problem } from "#app/client/api-request.ts";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { usePostalAddress } from "#app/client/postal-address.ts";
import { toast } from "#app/client/toast.ts";
import { shopContext } from "#app/context.ts";
import { tablePrices, tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { OfferedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { takenCustomerSchema } from "#app/domain/orders/checkout-schema.ts";
import { isQuantity } from "#app/domain/orders/line-draft.ts";
import { takenChannels } from "#app/domain/orders/texts.ts";
import { describeMethod, offeredMethods } from "#app/domain/payments/methods.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CustomerWarnings } from "#app/routes/admin/kit/customer-warnings.tsx";
import { type Choice, ChoiceField, focusWrongField } from "#app/routes/admin/kit/fields.tsx";
import { FormSection, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { callApi, fieldErrors } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { addressFields } from "#app/shared/audit-labels.ts";
import { formatCents, formatMoney, sumCents, toAmount } from "#app/shared/money.ts";
import { newStatus } from "#app/shared/order-status.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { Route } from "./+types/new-order";
import type { ReadPerson } from "./conversation-field.tsx";
import { numbersOf, type TakenLine, totalOf } from "./taken-line.ts";
import { TakenLines } from "./taken-lines.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const id = z.guid().safeParse(url.searchParams.get("cliente")).data?.toLowerCase();
  const shop = context.get(shopContext);
  const customer = id === undefined ? undefined : await shop.customers.find(id);
  const { payment_methods, payment_terms } = await shop.delivery.readPublicSettings();
  const { document = "", email = "", phone = "" } = toForm(customer);
  const table =
    customer &&
    (await shop.customers.readTableOfOrder({ document, email, phone, customer_id: id }));
  return { customer, table, settings: { payment_methods, payment_terms } };
}
type LoaderData = Route.ComponentProps["loaderData"];
type PaymentSettings = Parameters<typeof offeredMethods>[0];

const orderFormSchema = takenCustomerSchema.extend({
  channel: z.enum(takenChannels),
  delivery_date: z.string(),
});
type OrderForm = z.input<typeof orderFormSchema>;
type TakenOrder = z.output<typeof orderFormSchema>;

const resolver = zodResolver(orderFormSchema);

function toForm(customer: CustomerDetail | undefined): OrderForm {
  const known: Partial<CustomerDetail> = customer ?? {};
  const address = known.address ?? {};
  return {
    name: known.name ?? "",
    email: known.email ?? "",
    phone: known.phone ?? "",
    document: known.document ?? "",
    zipCode: address.zipCode ?? "",
    street: address.street ?? "",
    number: address.number ?? "",
    complement: address.complement ?? "",
    neighborhood: address.neighborhood ?? "",
    city: address.city ?? "",
    state: (address.state ?? "") as OrderForm["state"],
    note: "",
    payment_method: "",
    channel: takenChannels[0],
    delivery_date: "",
  };
}

type Buyer = Partial<Pick<OrderForm, "document" | "email">> &
  Pick<OrderForm, "phone"> & { customer_id?: string };

/** In a body: an address is in the logs of proxies. */
async function readTable({ document = "", email = "", phone, customer_id }: Buyer) {
  const body = { document, email, phone, ...(customer_id && { customer_id }) };
  return callApi<{ price_table: OfferedTable | null }>("POST", "/api/orders/taken/table", body);
}

/** The table of the customer to whom the order will belong, as typed, and its change. */
function useTable(form: NewOrderForm, { customer, table }: Pick<LoaderData, "customer" | "table">) {
  const [customerTable, setCustomerTable] = useState(table);
  const { isDirty } = form.formState;
  const [document = "", email = "", phone] = form.watch(["document", "email", "phone"]);
  const customerId = customer?.id;
  const isKnown =
    customerId !== undefined ||
    document.replace(/\W/g, "").length > 10 ||
    phone.replace(/\D/g, "").length > 9;
  useEffect(() => {
    if (!isDirty) return;
    if (!isKnown) return setCustomerTable(table);
    let isLast = true;
    const buyer = { document, email, phone, ...(customerId && { customer_id: customerId }) };
    void readTable(buyer).then((answer) => {
      if (isLast && answer.ok) setCustomerTable(answer.data.price_table ?? undefined);
    });
    return () => {
      isLast = false;
    };
  }, [document, email, phone, customerId, table, isDirty, isKnown]);
  return [customerTable, setCustomerTable] as const;
}

/** An order that a customer gave by telephone or WhatsApp. */
export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  const { settings } = loaderData;
  const [customer, setCustomer] = useState(loaderData.customer);
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly TakenLine[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [key] = useState(randomId);
  const page = useRef<HTMLFormElement>(null);
  const form = useForm<OrderForm, unknown, TakenOrder>({
    resolver,
    defaultValues: toForm(customer),
  });
  const [table, setTable] = useTable(form, { customer, table: loaderData.table });
  const prices = table && tablePrices(table);
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  const total = sumCents(lines.map((line) => totalOf(line, prices)));
  const mayPrice = useAllowed();

  function fillPerson({ customer: person, sender, isChat }: ReadPerson) {
    if (isChat) form.setValue("channel", "WhatsApp", { shouldDirty: true });
    if (!person) return fillSender(form, sender);
    if (person.id === customer?.id) return;
    setCustomer(person);
    const values = toForm(person);
    // Only the values of another customer are replaced by empty ones: typed values stay.
    for (const [name] of customerFields) {
      if (values[name] || customer) form.setValue(name, values[name], { shouldDirty: true });
    }
  }

  async function send({ channel, delivery_date, ...typed }: TakenOrder) {
    const items = lines.map((line) => ({
      product_id: line.product.id,
      unit: line.unit,
      ...numbersOf(line, prices),
    }));
    if (items.some(({ price, quantity }) => !(price >= 0 && isQuantity(quantity)))) {
      // Not sent: the guard of unsaved changes stays.
      form.setError("root", { message: "failed" });
      focusWrongField(page.current);
      return;
    }
    // What was shown is saved: the customer may have got another table, or the answer to the last key is not there yet.
    const buyer = await readTable({ ...typed, ...(customer && { customer_id: customer.id }) });
    if (!buyer.ok) return reject(buyer.problem);
    const tableNow = buyer.data.price_table ?? undefined;
    if (JSON.stringify(tableNow) !== JSON.stringify(table)) {
      setTable(tableNow);
      return reject(changedPrices(tableNow));
    }
    const body = {
      ...{ customer: typed, items, channel },
      ...(customer && { customer_id: customer.id }),
      ...(delivery_date && { delivery_date }),
    };
    const answer = await callApi<{ id: string }>("POST", "/api/orders/taken", body, key);
    if (answer.ok) {
      toast({ title: "Pedido anotado" });
      await navigate(`/admin/orders?pedido=${answer.data.id}`);
      return;
    }
    if (!mayPrice) setLines(lines.map((line) => withPriceOf(answer.problem, line)));
    reject(answer.problem);
  }

  function reject(answer: Problem) {
    setProblem(answer);
    for (const [path, message] of Object.entries(fieldErrors(answer))) {
      form.setError(path.replace("customer.", "") as keyof OrderForm, { message });
    }
    // Not sent: the guard of unsaved changes stays.
    form.setError("root", { message: "failed" });
  }

  return (
    <form ref={page} noValidate onSubmit={form.handleSubmit(send)}>
      <UnsavedGuard dirty={(isDirty || lines.length > 0) && !isSubmitting && !isSubmitSuccessful} />
      <PageHeader title="Novo pedido" description="Por telefone ou WhatsApp" />
      {problem && <Alert>{describeTaken(problem)}</Alert>}
      {customer && (
        <div className="mb-4 empty:hidden">
          <CustomerWarnings
            customer={customer}
            order={{ status: newStatus, valor_total: toAmount(total) }}
          />
        </div>
      )}
      {table && (
        <p className="mb-4 font-semibold">
          {tableTitle(table.name)}
          {table.minimum_order !== null && `, pedido mínimo ${formatMoney(table.minimum_order)}`}
        </p>
      )}
      <TakenLines
        lines={lines}
        customer={customer}
        prices={prices}
        onChange={setLines}
        onPerson={fillPerson}
      />
      <CustomerFields form={form} customer={customer} />
      <FormSection
        title="Entrega"
        footer={
          <>
            <p className="grow text-lg font-semibold" role="status">
              Itens: {formatCents(total)}
            </p>
            <Button type="submit" pending={isSubmitting} disabled={lines.length === 0}>
              Anotar pedido
            </Button>
          </>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceField
            label="Pedido por"
            choices={takenChannels.map((one) => [one, one === "telefone" ? "Telefone" : one])}
            {...form.register("channel")}
          />
          <TextField
            label="Data da entrega"
            type="date"
            optional
            {...form.register("delivery_date")}
          />
        </div>
        <PaymentField
          form={form}
          payments={{ ...settings, price_table: table && { active: true } }}
          terms={customer?.terms ?? null}
        />
        <TextAreaField label="Observação" optional {...form.register("note")} />
      </FormSection>
    </form>
  );
}

type NewOrderForm = ReturnType<typeof useForm<OrderForm, unknown, TakenOrder>>;
/** Fills the form for a sender who is not a customer yet; typed values stay. */
function fillSender(form: NewOrderForm, sender: ReadPerson["sender"]): void {
  const field = sender?.phone ? "phone" : "name";
  if (!sender || form.getValues(field)) return;
  form.setValue(field, sender.phone ?? sender.name, { shouldDirty: true });
}

type PaymentFieldProps = { form: NewOrderForm; payments: PaymentSettings; terms: number | null };

/** The methods that this customer may choose; the customer's terms replace the days of those that are due later. */
function PaymentField({ form, payments, terms }: PaymentFieldProps) {
  const offered = offeredMethods(payments, form.watch("document") ?? "");
  const toChoice = (method: (typeof offered)[number]): Choice => {
    const days = method.days > 0 ? (terms ?? method.days) : 0;
    return [method.name, describeMethod({ ...method, days })];
  };
  return (
    <ChoiceField
      label="Forma de pagamento"
      optional
      error={form.formState.errors.payment_method?.message}
      hint={terms ? `Prazo do cliente: ${terms} ${terms === 1 ? "dia" : "dias"}` : undefined}
      choices={[["", "A combinar"], ...offered.map(toChoice)]}
      {...form.register("payment_method")}
    />
  );
}

/** The line at the price that the shop has for it now, which may be that of the customer's table. */
function withPriceOf({ lines = [] }: Problem, line: TakenLine): TakenLine {
  const changes = lines as { product_id: string; unit: string; price_now: number | null }[];
  const change = changes.find(
    ({ product_id, unit }) => product_id === line.product.id && unit === line.unit,
  );
  return change?.price_now == null
    ? line
    : { ...line, agreedPrice: formatTypedAmount(change.price_now) };
}

function changedPrices(table: OfferedTable | undefined): Problem {
  const cause = table
    ? `Este cliente compra pela ${tableTitle(table.name)}`
    : "Este cliente não tem tabela";
  return {
    type: "urn:pomar:prices-changed",
    title: `${cause}: confira o total e anote de novo.`,
    status: 409,
  };
}

/** With the first line that cannot be sold. */
function describeTaken(problem: Problem): string {
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

const customerFields = [
  ["name", "Nome completo"],
  ["phone", "Telefone"],
  ["document", "CPF ou CNPJ"],
  ["email", "E-mail"],
  ...addressFields,
] as const;

const optionalFields: ReadonlySet<string> = new Set(["complement", "email", "document"]);

type CustomerFieldsProps = { form: NewOrderForm; customer: CustomerDetail | undefined };

function CustomerFields({ form, customer }: CustomerFieldsProps) {
  const { errors } = form.formState;
  const { lookUp, isLooking } = usePostalAddress({
    read: form.getValues,
    write: (field, value) => form.setValue(field, value, { shouldDirty: true }),
    focusNumber: () => form.setFocus("number"),
  });
  const isIncomplete = customer && !customer.document;
  const description = isIncomplete
    ? `O pedido entra em ${customer.name}, que passa a ter este documento, se ele não for de outro cliente.`
    : "O pedido entra no cliente do mesmo documento.";
  return (
    <FormSection title="Cliente" description={description}>
      <div className="grid gap-5 sm:grid-cols-2">
        {customerFields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            optional={optionalFields.has(name)}
            hint={name === "zipCode" && isLooking ? "Buscando o endereço…" : undefined}
            error={errors[name]?.message}
            {...form.register(name, name === "zipCode" ? { onBlur: lookUp } : {})}
          />
        ))}
      </div>
    </FormSection>
  );
}
