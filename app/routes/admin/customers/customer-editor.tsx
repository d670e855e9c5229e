import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { hasTerms } from "#app/domain/customers/rules.ts";
import {
  type Customer,
  type CustomerForm,
  customerFormSchema,
} from "#app/domain/customers/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { customerKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { CloseEditor } from "#app/routes/admin/kit/editing/row-list.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { addressFields, customerLabels } from "#app/shared/audit-labels.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { z } from "#app/shared/zod.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";

type CustomerBody = z.output<typeof customerFormSchema>;

function toForm(customer: Partial<Customer>): CustomerForm {
  const { credit_limit, terms, billing_closing_day, billing_due_day } = customer;
  return {
    document: customer.document ?? "",
    name: customer.name ?? "",
    trade_name: customer.trade_name ?? "",
    contact: customer.contact ?? "",
    phone: customer.phone ?? "",
    email: customer.email ?? "",
    address: customer.address ?? {},
    note: customer.note ?? "",
    terms: terms == null ? "" : String(terms),
    credit_limit: credit_limit == null ? "" : formatTypedAmount(credit_limit),
    billing_closing_day: billing_closing_day == null ? "" : String(billing_closing_day),
    billing_due_day: billing_due_day == null ? "" : String(billing_due_day),
    price_table: customer.price_table ?? "",
    ...toFiscalForm(customer),
    blocked: customer.blocked ?? false,
  };
}

function toFiscalForm({ state_registration, city_code }: Partial<Customer>) {
  return { state_registration: state_registration ?? "", city_code: city_code ?? "" };
}

const editing: RowEditing<Customer, CustomerForm, CustomerBody> = {
  kind: customerKind,
  toForm,
  fields: Object.keys(toForm({})) as (keyof CustomerForm)[],
};
const resolver = zodResolver(customerFormSchema);

type NamedTable = { id: string; name: string };

type CustomerEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  customer: Customer | undefined;
  tables: readonly NamedTable[];
  onClose: CloseEditor;
};

export function CustomerEditor({ open, customer, tables, onClose }: CustomerEditorProps) {
  const mayPrice = useAllowed();
  // What the customer is found by, and gets the conditions by.
  const isIdentityFixed = !mayPrice && customer !== undefined && hasTerms(customer);
  const navigate = useNavigate();
  const form = useForm<CustomerForm, unknown, CustomerBody>({
    resolver,
    defaultValues: toForm(customer ?? {}),
  });
  const { register, formState } = form;
  const field = (name: Exclude<keyof CustomerForm, "address" | "blocked" | "price_table">) => ({
    label: customerLabels[name],
    error: formState.errors[name]?.message,
    autoComplete: "off",
    ...register(name),
  });
  return (
    <RowEditor
      open={open}
      title={customer ? "Editar Cliente" : "Novo Cliente"}
      submitLabel={customer ? "Salvar cliente" : "Criar cliente"}
      editing={editing}
      form={form}
      row={customer}
      listed={customer}
      onClose={onClose}
      onCreated={(created) => void navigate(`/admin/customers/${created.id}`)}
    >
      {() => (
        <>
          <TextField {...field("name")} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("document")}
              optional
              readOnly={isIdentityFixed}
              hint={isIdentityFixed ? "Quem administra a loja muda." : undefined}
            />
            <TextField {...field("trade_name")} optional />
            <TextField {...field("contact")} optional />
            <TextField {...field("phone")} inputMode="tel" optional readOnly={isIdentityFixed} />
            <TextField {...field("email")} inputMode="email" optional readOnly={isIdentityFixed} />
            <TextField {...field("terms")} inputMode="numeric" optional readOnly={!mayPrice} />
            <TextField
              {...field("credit_limit")}
              readOnly={!mayPrice}
              inputMode="decimal"
              optional
              hint="Em R$. Só avisa você, nunca o cliente."
            />
            <TextField
              {...field("billing_closing_day")}
              readOnly={!mayPrice}
              inputMode="numeric"
              optional
              hint="As entregas até este dia vão em uma só fatura."
            />
            <TextField
              {...field("billing_due_day")}
              readOnly={!mayPrice}
              inputMode="numeric"
              optional
              hint="No mês em que fecha, ou no seguinte."
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            {addressFields.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                autoComplete="off"
                {...register(`address.${name}`)}
              />
            ))}
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("state_registration")}
              optional
              hint="Para a nota fiscal. ISENTO também vale."
            />
            <TextField
              {...field("city_code")}
              inputMode="numeric"
              optional
              hint="7 números. São Paulo é 3550308."
            />
          </div>
          {mayPrice && tables.length > 0 && (
            <SelectField label="Tabela de preços" {...register("price_table")}>
              <option value="">Preços públicos</option>
              {tables.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextAreaField {...field("note")} optional />
          <SwitchField
            label={customerLabels.blocked}
            hint="Os pedidos dele chegam com um aviso."
            {...register("blocked")}
          />
        </>
      )}
    </RowEditor>
  );
}
