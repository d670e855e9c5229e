type Declaration = {
  /** An amount is in BRL, and zero when it is absent; a date or text is null when it is absent. */
  kind: "amount" | "date" | "text";
  /** The label in the audit log, in conflicts and in the history. */
  label: string;
  /** The label in the editor, where it has another one. */
  inputLabel?: string;
  /** The section of the editor that has its input. */
  section: "delivery" | "amounts";
  /** The message with which the API rejects a value. */
  error: string;
  /** The description of the API. */
  description?: string;
  /** The text that is shown in place of null. */
  ifNull?: string;
  /** True if only the administrator may change it. */
  isOwners?: boolean;
  /** `describeDelivery` names it, so that the history has no sentence of its own for it. */
  isInDeliveryText?: boolean;
};

type ValueOf = { amount: number; date: string | null; text: string | null };

/**
 * The fields of an order, beside its lines, that an edit changes. The API's schema, the editor's inputs, the comparison of two
 * versions, the columns that are saved, labels, history and undo follow from this record.
 */
const declarations = {
  delivery_fee: {
    kind: "amount",
    label: "Taxa de entrega",
    section: "amounts",
    error: "A taxa de entrega não pode ser negativa.",
    isOwners: true,
  },
  discount: {
    kind: "amount",
    label: "Desconto",
    section: "amounts",
    error: "O desconto não pode ser negativo.",
    isOwners: true,
  },
  delivery_date: {
    kind: "date",
    label: "Data de entrega",
    inputLabel: "Dia da entrega",
    section: "delivery",
    error: "Informe uma data, como 2026-11-26.",
    description: "O novo dia da entrega ou retirada; nulo: a combinar.",
    ifNull: "a combinar",
    isInDeliveryText: true,
  },
  delivery_shift: {
    kind: "text",
    label: "Turno",
    section: "delivery",
    error: "Informe o turno.",
    description: "O novo turno; sem ele, uma nova data fica sem turno.",
    ifNull: "a combinar",
    isInDeliveryText: true,
  },
} as const satisfies Record<string, Declaration>;

export type OrderField = keyof typeof declarations;
export const orderFields: Record<OrderField, Declaration> = declarations;

/** The values of an order; its columns have the same names. */
export type OrderFieldValues = {
  [Field in OrderField]: ValueOf[(typeof declarations)[Field]["kind"]];
};

export const orderFieldNames = Object.keys(declarations) as OrderField[];

/** One value per field, computed from its name. */
export function mapOrderFields<Value>(toValue: (name: OrderField) => Value) {
  const entries = orderFieldNames.map((name) => [name, toValue(name)]);
  return Object.fromEntries(entries) as Record<OrderField, Value>;
}

/** The fields of an order; those that are absent, as in an old entry of the audit log, are empty. */
export function readOrderFields(order: Partial<OrderFieldValues>): OrderFieldValues {
  const emptyOf = (name: OrderField) => (orderFields[name].kind === "amount" ? 0 : null);
  return mapOrderFields((name) => order[name] ?? emptyOf(name)) as OrderFieldValues;
}
