import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { usePostalAddress } from "#app/client/postal-address.ts";
import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { OfferedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { Customer, CustomerDetail } from "#app/domain/customers/schema.ts";
import { takenCustomerSchema } from "#app/domain/orders/checkout-schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDocument, formatPhone } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { addressFields, fillAddress } from "#app/shared/address.ts";
import { formatMoney } from "#app/shared/money.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { SuggestField, useAnswers } from "./suggest-field.tsx";

export const buyerSchema = takenCustomerSchema;
type BuyerForm = z.input<typeof buyerSchema>;
export type BuyerFields = Record<(typeof buyerFields)[number][0], string>;

const buyerFields = [
  ["name", "Nome completo"],
  ["phone", "Telefone"],
  ...addressFields,
  ["document", "CPF ou CNPJ"],
  ["email", "E-mail"],
] as const;
export const buyerFieldNames = buyerFields.map(([name]) => name);

const optionalFields: ReadonlySet<string> = new Set(["complement", "email", "document"]);

/** The values of the form for a customer, empty for none. */
export function toBuyer(customer: CustomerDetail | undefined): BuyerFields {
  const { name = "", email, phone, document, address = {} } = customer ?? {};
  return {
    name,
    email: email ?? "",
    phone: phone ?? "",
    document: document ?? "",
    ...fillAddress(address),
  };
}

/** Returns whether an order can be sent to this buyer without typing. */
export function isComplete(buyer: BuyerFields): boolean {
  return buyerSchema.safeParse(buyer).success;
}

/** The field that a typed text is the beginning of: a phone, a document or a name. */
export function fieldOf(text: string): "name" | "phone" | "document" {
  const digits = text.replace(/\D/g, "");
  if (/\p{L}{2}/u.test(text) || digits.length < 8) return "name";
  return digits.length === 14 || /^\d{3}\.\d{3}/.test(text.trim()) ? "document" : "phone";
}

type SearchRow = Customer | "new";

async function findCustomers(search: string): Promise<readonly SearchRow[]> {
  const answer = await callApi<{ items: Customer[] }>("POST", "/api/orders/taken/customers", {
    search: search.slice(0, 200),
  });
  if (!answer.ok) showProblem("Erro ao buscar clientes", answer.problem);
  return [...(answer.ok ? answer.data.items : []), "new"];
}

type BuyerSearchProps = {
  onChoose: (id: string) => void;
  /** Called when none of the customers was meant: the text begins the fields of a new one. */
  onNew: (text: string) => void;
  onLeave: () => void;
  onPasteLines: (text: string) => void;
};

/** The first question of an order: who is it? */
export function BuyerSearch({ onChoose, onNew, onLeave, onPasteLines }: BuyerSearchProps) {
  const [text, setText] = useState("");
  const { items, isSearching } = useAnswers(text, findCustomers);
  return (
    <SuggestField
      label="Cliente"
      placeholder="Nome, telefone, CPF ou CNPJ"
      autoFocus
      text={text}
      onType={setText}
      items={items}
      keyOf={(row) => (row === "new" ? row : row.id)}
      show={(row) => (row === "new" ? <NewRow text={text} /> : <FoundRow customer={row} />)}
      onChoose={(row) => (row === "new" ? onNew(text.trim()) : onChoose(row.id))}
      isSearching={isSearching}
      onLeave={onLeave}
      onPasteLines={onPasteLines}
    />
  );
}

function NewRow({ text }: { text: string }) {
  return (
    <>
      <span className="icon-[lucide--user-plus] size-5 shrink-0" aria-hidden />
      <span className="min-w-0 truncate">Cliente novo: {text.trim()}</span>
    </>
  );
}

function FoundRow({ customer }: { customer: Customer }) {
  const { name, trade_name, phone, document, address, blocked } = customer;
  const details = [
    trade_name && name,
    phone && formatPhone(phone),
    document && formatDocument(document),
    address.neighborhood,
  ];
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{trade_name ?? name}</span>
        <span className="block truncate text-sm text-muted">
          {details.filter(Boolean).join(" · ")}
        </span>
      </span>
      {blocked && <StatusBadge tone="danger">Bloqueado</StatusBadge>}
    </>
  );
}

type BuyerCardProps = {
  customer: CustomerDetail;
  buyer: BuyerFields;
  table: OfferedTable | undefined;
  onClear: () => void;
  onEdit: () => void;
  isEditing: boolean;
  children: ReactNode;
};

/** The buyer of an order, with the values that were filled in for them. */
export function BuyerCard(props: BuyerCardProps) {
  const { customer, buyer, table, onClear, onEdit, isEditing, children } = props;
  const { name, trade_name, terms } = customer;
  const { phone, document, street, number, complement, neighborhood, city } = buyer;
  const contact = [
    trade_name && name,
    phone && formatPhone(phone).replace(" ", "\u00a0"),
    document && formatDocument(document),
  ];
  const place = [[street, number].filter(Boolean).join(", "), complement, neighborhood, city];
  const conditions = [
    table && tableTitle(table.name),
    table?.minimum_order != null && `pedido mínimo ${formatMoney(table.minimum_order)}`,
    terms && `prazo de ${terms} ${terms === 1 ? "dia" : "dias"}`,
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <p className="text-lg font-semibold wrap-anywhere">{trade_name ?? name}</p>
        {[contact, place, conditions].map((line) => {
          const text = line.filter(Boolean).join(" · ");
          return (
            text && (
              <p key={text} className="text-muted wrap-anywhere first-letter:uppercase">
                {text}
              </p>
            )
          );
        })}
        {children}
      </div>
      <div className="flex gap-2">
        {!isEditing && (
          <Button variant="outline" size="compact" onClick={onEdit}>
            Mudar dados
          </Button>
        )}
        <Button variant="ghost" size="compact" onClick={onClear}>
          Outro cliente
        </Button>
      </div>
    </div>
  );
}

type BuyerFormProps = {
  form: UseFormReturn<BuyerForm & Record<string, unknown>>;
  customer: CustomerDetail | undefined;
};

/** Name, contacts and address. */
export function BuyerForm({ form, customer }: BuyerFormProps) {
  const { errors } = form.formState;
  const { lookUp, hint } = usePostalAddress({
    read: form.getValues,
    write: (field, value) => form.setValue(field, value as never, { shouldDirty: true }),
    focusNumber: () => form.setFocus("number"),
  });
  return (
    <>
      <p className="text-muted">{describeOwner(customer)}</p>
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        {buyerFields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            optional={optionalFields.has(name)}
            hint={name === "zipCode" ? hint : undefined}
            error={errors[name]?.message as string}
            {...inputModeOf(name)}
            {...form.register(name, name === "zipCode" ? { onBlur: lookUp } : {})}
          />
        ))}
      </div>
    </>
  );
}

/** The keyboard of a phone. */
function inputModeOf(name: string) {
  if (name === "phone") return { inputMode: "tel" } as const;
  return name === "zipCode" ? ({ inputMode: "numeric" } as const) : {};
}

function describeOwner(customer: CustomerDetail | undefined): string {
  if (customer && !customer.document) {
    return `O pedido entra em ${customer.name}, que passa a ter este documento, se ele não for de outro cliente.`;
  }
  return "O pedido entra no cliente do mesmo documento.";
}
