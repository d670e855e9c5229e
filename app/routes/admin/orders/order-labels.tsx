import { type OrderStatus, orderStatusLabels } from "#app/domain/orders/rules.ts";
import { StatusBadge, type Tone } from "#app/routes/admin/ui/status-badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";

const timeZone = "America/Sao_Paulo";
const date = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone });
const time = new Intl.DateTimeFormat("pt-BR", { timeStyle: "short", timeZone });

/** '#9f0c11d2': the last 8 characters of the id. */
export function shortId(id: string): string {
  return `#${id.slice(-8)}`;
}

/** '03/08/2026' of an ISO 8601 instant. */
export function showDate(instant: string): string {
  const [day = "", month = "", year = ""] = date.format(new Date(instant)).split("/");
  return `${day}/${month}/${year.padStart(4, "20")}`;
}

/** '09:05' of an ISO 8601 instant. */
export function showTime(instant: string): string {
  return time.format(new Date(instant));
}

/** Digits as Brazilians write them: '(11) 98765-4321'. Numbers of other lengths stay as they are. */
export function showPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, "($1) $2-$3");
}

/** '01310-100'. */
export function showCep(digits: string): string {
  return digits.replace(/^(\d{5})(\d{3})$/, "$1-$2");
}

/** '1 item', '12 itens'. */
export function showItems(count: number): string {
  return count === 1 ? "1 item" : `${count} itens`;
}

const openStatuses = new Set(["pendente", "confirmado"]);

/** What goes and what stays when these orders lose their customer. */
export function anonymizeQuestion(orders: readonly { status: string }[]): string {
  const open = orders.filter(({ status }) => openStatuses.has(status));
  const those = orders.length === 1 ? "deste pedido" : `de ${orders.length} pedidos desta pessoa`;
  const warning =
    open.length > 0 ? " Ainda há pedido em aberto: depois disso não há a quem entregar." : "";
  return `Nome, contato, documento e endereço serão apagados ${those} e do registro de alterações. Itens, valores e datas ficam.${warning} Esta ação não pode ser desfeita.`;
}

const looks: Record<OrderStatus, { tone: Tone; icon: string }> = {
  pendente: { tone: "warning", icon: "icon-[lucide--clock]" },
  confirmado: { tone: "info", icon: "icon-[lucide--check]" },
  entregue: { tone: "success", icon: "icon-[lucide--truck]" },
  cancelado: { tone: "neutral", icon: "icon-[lucide--x]" },
};

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge {...looks[status]}>{orderStatusLabels[status]}</StatusBadge>;
}

/** To the order as a page of paper. */
export function PrintLink({ id, iconOnly = false }: { id: string; iconOnly?: boolean }) {
  const label = `Imprimir pedido #${id.slice(-8)}`;
  return (
    <ButtonLink
      look={iconOnly ? "ghost" : "outline"}
      size={iconOnly ? "icon" : "md"}
      to={`/admin/orders/${id}/print`}
      aria-label={label}
      title={label}
    >
      <span className="icon-[lucide--printer] size-5" aria-hidden />
      {!iconOnly && "Imprimir"}
    </ButtonLink>
  );
}
