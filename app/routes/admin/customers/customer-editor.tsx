import { useNavigate } from "react-router";
import { hasTerms } from "#app/domain/customers/rules.ts";
import {
  type Customer,
  type CustomerForm,
  customerFormSchema,
} from "#app/domain/customers/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { customerKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { addressFields, fillAddress } from "#app/shared/address.ts";
import { customerLabels } from "#app/shared/audit-labels.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { z } from "#app/shared/zod.ts";

type CustomerBody = z.output<typeof customerFormSchema>;

function toForm(customer: Partial<Customer>): CustomerForm {
  const { address = {}, credit_limit, terms, billing_closing_day, billing_due_day } = customer;
  return {
    document: customer.document ?? "",
    name: customer.name ?? "",
    trade_name: customer.trade_name ?? "",
    contact: customer.contact ?? "",
    phone: customer.phone ?? "",
    email: customer.email ?? "",
    address: fillAddress(address),
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
  schema: customerFormSchema,
  empty: toForm({}),
  toForm,
  titles: ["Novo Cliente", "Editar Cliente"],
  submitLabels: ["Criar cliente", "Salvar cliente"],
};

type CustomerField = FormField<keyof CustomerForm | `address.${string}`>;

type Rights = {
  mayPrice: boolean;
  /** True if the values that identify the customer, and so bring the conditions, cannot be changed. */
  isIdentityFixed: boolean;
};

const termFields = ({ mayPrice, isIdentityFixed }: Rights): CustomerField[] => [
  {
    name: "document",
    optional: true,
    readOnly: isIdentityFixed,
    hint: isIdentityFixed ? "Quem administra a loja muda." : undefined,
  },
  { name: "trade_name", optional: true },
  { name: "contact", optional: true },
  { name: "phone", inputMode: "tel", optional: true, readOnly: isIdentityFixed },
  { name: "email", inputMode: "email", optional: true, readOnly: isIdentityFixed },
  { name: "terms", inputMode: "numeric", optional: true, readOnly: !mayPrice },
  {
    name: "credit_limit",
    inputMode: "decimal",
    optional: true,
    readOnly: !mayPrice,
    hint: "Em R$. Só avisa você, nunca o cliente.",
  },
  {
    name: "billing_closing_day",
    inputMode: "numeric",
    optional: true,
    readOnly: !mayPrice,
    hint: "As entregas até este dia vão em uma só fatura.",
  },
  {
    name: "billing_due_day",
    inputMode: "numeric",
    optional: true,
    readOnly: !mayPrice,
    hint: "No mês em que fecha, ou no seguinte.",
  },
];

const addressInputs = addressFields.map(
  ([name, label]): CustomerField => ({ name: `address.${name}`, label }),
);

const fiscalFields: CustomerField[] = [
  {
    name: "state_registration",
    optional: true,
    hint: "Para a nota fiscal. ISENTO também vale.",
  },
  {
    name: "city_code",
    inputMode: "numeric",
    optional: true,
    hint: "7 números. São Paulo é 3550308.",
  },
];

const lastFields: CustomerField[] = [
  { name: "note", kind: "text", optional: true },
  { name: "blocked", kind: "switch", hint: "Os pedidos dele chegam com um aviso." },
];

type CustomerEditorProps = EditorProps<Customer> & {
  tables: readonly { id: string; name: string }[];
};

export function CustomerEditor({ tables, ...props }: CustomerEditorProps) {
  const { row: customer } = props;
  const mayPrice = useAllowed();
  const navigate = useNavigate();
  const isIdentityFixed = !mayPrice && customer !== undefined && hasTerms(customer);
  const tableField: CustomerField = {
    name: "price_table",
    label: "Tabela de preços",
    kind: "select",
    choices: [["", "Preços públicos"], ...tables.map(({ id, name }) => [id, name] as const)],
  };
  return (
    <RowEditor
      {...props}
      editing={editing}
      onCreated={(created) => void navigate(`/admin/customers/${created.id}`)}
    >
      <FormFields labels={customerLabels} fields={[{ name: "name" }]} />
      {[termFields({ mayPrice, isIdentityFixed }), addressInputs, fiscalFields].map((fields) => (
        <div key={fields[0]?.name} className="grid gap-5 sm:grid-cols-2">
          <FormFields labels={customerLabels} fields={fields} />
        </div>
      ))}
      {mayPrice && tables.length > 0 && <FormFields fields={[tableField]} />}
      <FormFields labels={customerLabels} fields={lastFields} />
    </RowEditor>
  );
}
