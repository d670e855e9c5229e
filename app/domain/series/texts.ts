import { weekdays as weekdayNames } from "#app/domain/company/open-state.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatUnits } from "#app/shared/units.ts";
import type { Rhythm } from "./calendar.ts";
import type { SeriesException } from "./schema.ts";

const nameOf = (weekday: number) => weekdayNames[weekday]?.name.toLowerCase() ?? "";

/** 'Toda terça e sexta', 'Terça, a cada duas semanas', 'Todo dia' */
export function describeRhythm({ weekdays, every_weeks }: Omit<Rhythm, "starts_on">): string {
  const names = weekdays.map(nameOf);
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" e ");
  if (every_weeks === 1) {
    if (weekdays.length === 7) return "Todo dia";
    return `${(weekdays[0] ?? 0) > 4 ? "Todo" : "Toda"} ${list}`;
  }
  return `${list.replace(/^./, (first) => first.toUpperCase())}, a cada duas semanas`;
}

/** One sentence about what is not as the series has it. */
export function describeException(exception: SeriesException): string {
  switch (exception.kind) {
    case "missing":
      return `${exception.product_name} (${exception.unit}): em falta, ficou de fora.`;
    case "short":
      return `${exception.product_name}: ${formatUnits(exception.sent, exception.unit)} no lugar de ${formatUnits(exception.wanted, exception.unit)}, por falta de estoque.`;
    case "price":
      return `${exception.product_name} (${exception.unit}): de ${formatMoney(exception.before)} por ${formatMoney(exception.now)}.`;
    case "day":
      return exception.to
        ? `Sem entrega ou vaga: de ${formatDeliveryDate(exception.from)} para ${formatDeliveryDate(exception.to)}.`
        : `Sem entrega ou vaga até a data seguinte: ${formatDeliveryDate(exception.from)}.`;
    case "shift":
      return exception.to
        ? `Turno ${exception.from ? `${exception.from} ` : ""}sem vaga: ficou para ${exception.to}.`
        : `O turno ${exception.from ?? ""} não existe mais: ficou para o dia todo.`;
    case "zone":
      return "A loja não entrega mais neste endereço.";
    case "outside":
      return "O endereço não está mais em uma zona de entrega: a entrega ficou a combinar.";
    case "minimum":
      return `Abaixo do pedido mínimo de ${formatMoney(exception.minimum)}.`;
    case "payment":
      return `A forma de pagamento ${exception.method} não vale mais: ficou a combinar.`;
    case "empty":
      return "Nenhum dos itens está à venda.";
    case "too-large":
      return "O total passa do maior valor de um pedido.";
    case "rejected":
      return "O pedido não pôde ser feito. Confira os itens e faça o pedido.";
    case "missed":
      return "O prazo passou sem que o pedido pudesse ser feito.";
    case "credit":
      return "Passa do limite de crédito do cliente.";
    case "blocked":
      return "O cliente está bloqueado.";
  }
}

type DateOutcome = {
  state: string;
  date: string;
  delivery_date: string | null;
  numero_pedido: number | null;
  exceptions: readonly string[];
};

export const reminderQuestion = "Quer o de sempre?";

/** The outcome of a date, in one sentence. */
export function describeOutcome({
  state,
  date,
  delivery_date,
  numero_pedido,
}: DateOutcome): string {
  const day = formatDeliveryDate(delivery_date ?? date);
  if (state === "placed")
    return `Fizemos o seu pedido de sempre, nº ${numero_pedido}, para ${day}.`;
  if (state === "reminded")
    return `${reminderQuestion} Já deixamos o pedido pronto para ${day}: é só enviar.`;
  return `Não conseguimos fazer o seu pedido de sempre para ${day}.`;
}

/** The seller's message to the customer, to which the link is added. */
export function writeNotice(outcome: DateOutcome, name: string): string {
  return [`Olá, ${name}! ${describeOutcome(outcome)}`, ...outcome.exceptions].join("\n");
}
