type Status<Name> = {
  label: string;
  /** Its icon, and the tone of its badge in the back office. */
  icon: string;
  tone: "warning" | "info" | "success" | "neutral";
  /** Orders with this status have been taken from the stock (design point 5.5). */
  takesStock: boolean;
  /** The shop has agreed to the order: it may be paid, and is counted as receivable until it is. */
  isPayable: boolean;
  /** The rule for edits of lines and amounts. */
  editing: "allowed" | "with-reason" | "rejected";
  /** Nothing is left to do: after the time in the settings the customer's data are erased. */
  isClosed: boolean;
  /** 'Seu pedido nº 7 …': the mail to the customer; null: there is none. */
  mail: string | null;
  /** The usual next status, and the button that sets it. */
  next: { to: Name; label: string } | null;
  /** 'Ana, …' on the page of the order's link. */
  greeting: string;
  /** The default text of the seller's WhatsApp message. */
  message: string;
};

function define<Name extends string>(table: Record<Name, Status<NoInfer<Name>>>) {
  return table;
}

/**
 * All properties of the statuses of an order. A new one is an entry here and a migration of the constraint
 * `pedidos_status_check` and the constraints and indexes that status.test.ts names.
 */
export const statusTable = define({
  pendente: {
    label: "Pendente",
    icon: "icon-[lucide--clock]",
    tone: "warning",
    takesStock: false,
    isPayable: false,
    editing: "allowed",
    isClosed: false,
    mail: null,
    next: { to: "confirmado", label: "Confirmar pedido" },
    greeting: "recebemos seu pedido e vamos conferir o estoque e a entrega.",
    message: "Olá, {nome}! Recebemos seu pedido nº {numero}, de {total}. Acompanhe aqui: {link}",
  },
  confirmado: {
    label: "Confirmado",
    icon: "icon-[lucide--check]",
    tone: "info",
    takesStock: true,
    isPayable: true,
    editing: "allowed",
    isClosed: false,
    mail: "está confirmado. Na página do pedido você vê o andamento e como pagar.",
    next: { to: "entregue", label: "Marcar como entregue" },
    greeting: "seu pedido está confirmado.",
    message: "Olá, {nome}! Seu pedido nº {numero}, de {total}, está confirmado. Veja aqui: {link}",
  },
  entregue: {
    label: "Entregue",
    icon: "icon-[lucide--truck]",
    tone: "success",
    takesStock: true,
    isPayable: true,
    editing: "with-reason",
    isClosed: true,
    mail: "foi entregue. Obrigado e bom apetite!",
    next: null,
    greeting: "seu pedido foi entregue. Bom apetite!",
    message: "Olá, {nome}! Seu pedido nº {numero} foi entregue. Obrigado! {link}",
  },
  cancelado: {
    label: "Cancelado",
    icon: "icon-[lucide--x]",
    tone: "neutral",
    takesStock: false,
    isPayable: false,
    editing: "rejected",
    isClosed: true,
    mail: "foi cancelado. Se não esperava por isso, fale com a gente.",
    next: null,
    greeting: "este pedido foi cancelado.",
    message: "Olá, {nome}. Seu pedido nº {numero} foi cancelado. {link}",
  },
});

export type OrderStatus = keyof typeof statusTable;
export const orderStatuses = Object.keys(statusTable) as OrderStatus[];

/** A new order waits for the seller, and its customer may cancel it. */
export const newStatus = "pendente" satisfies OrderStatus;
export const cancelledStatus = "cancelado" satisfies OrderStatus;

type Flag = "takesStock" | "isPayable" | "isClosed";

/** The statuses for which this holds. */
export function statusesWith(flag: Flag): OrderStatus[] {
  return orderStatuses.filter((status) => statusTable[status][flag]);
}

/** Their revenue is earned: delivered, not cancelled. */
export const deliveredStatuses = statusesWith("isClosed").filter(
  (status) => statusTable[status].takesStock,
);

/** Statuses of which the customer may get a mail. */
export const customerMailStatuses = orderStatuses.filter(
  (status) => statusTable[status].mail !== null,
);

/** 'confirmado ou entregue' */
export function nameStatuses(statuses: readonly OrderStatus[]): string {
  return statuses.join(", ").replace(/, ([^,]+)$/, " ou $1");
}

/** Unopened orders are counted up to this number; the badge then shows '99+'. */
export const maxUnopenedOrders = 100;
/** More pending orders are shown as '99+'. */
export const maxPendingCount = 100;
