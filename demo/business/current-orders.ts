import { addDays } from "#app/shared/days.ts";
import { instantOf, workdayFrom, workdayUntil } from "./calendar.ts";
import { findCustomer } from "./customers.ts";
import type { PlannedLine, PlannedOrder } from "./planned-order.ts";

const morning = "Manhã, 8h às 12h";
const afternoon = "Tarde, 13h às 18h";
const onDelivery = { moment: "delivery", share: "nothing" } as const;

type Line = readonly [slug: string, unit: PlannedLine["unit"], quantity: number];

function lines(...all: Line[]): PlannedLine[] {
  return all.map(([slug, unit, quantity]) => ({ slug, unit, quantity }));
}

/** Days and moments of the current orders. */
function createDays(today: string) {
  const yesterday = addDays(today, -1);
  return {
    today,
    tomorrow: addDays(today, 1),
    inTwoDays: workdayFrom(addDays(today, 2)),
    inThreeDays: workdayFrom(addDays(today, 3)),
    now: (time: string) => instantOf(today, time),
    /** Before 18:00, so that it may be delivered today. */
    yesterday: (time: string) => instantOf(yesterday, time),
    lastWorkday: (time: string) => instantOf(workdayUntil(yesterday), time),
    twoDaysAgo: (time: string) => instantOf(workdayUntil(addDays(today, -2)), time),
    threeDaysAgo: (time: string) => instantOf(workdayUntil(addDays(today, -3)), time),
  };
}
type Days = ReturnType<typeof createDays>;

/** The 20 orders at which the shop works now. */
export function planCurrentOrders(today: string): PlannedOrder[] {
  const days = createDays(today);
  return [planToday, planTomorrow, planLaterDays, planArrivals].flatMap((plan) => plan(days));
}

/** Today's route, of which one stop is done. */
function planToday({
  today,
  yesterday,
  lastWorkday,
  twoDaysAgo,
  threeDaysAgo,
}: Days): PlannedOrder[] {
  return [
    {
      customer: findCustomer("Sucos da Praça"),
      channel: "WhatsApp",
      placedAt: lastWorkday("09:12"),
      lines: lines(
        ["polpa-de-acai-100-g", "caixa", 2],
        ["polpa-de-acerola-100-g", "caixa", 2],
        ["polpa-de-caja-100-g", "pacote", 4],
      ),
      payment_method: "PIX",
      delivery: { date: today, shift: morning },
      status: "entregue",
      payment: { method: "PIX", moment: "delivery", share: "all" },
      isPacked: true,
      isRepeated: true,
    },
    {
      customer: findCustomer("Quintal da Lenha"),
      channel: "telefone",
      placedAt: twoDaysAgo("10:40"),
      lines: lines(
        ["file-de-tilapia", "kg", 8],
        ["cacao-em-postas", "kg", 4],
        ["polpa-de-maracuja-100-g", "caixa", 2],
      ),
      note: "Entregar pela porta dos fundos, até as 11h.",
      delivery: { date: today, shift: morning },
      status: "confirmado",
      isPacked: true,
    },
    {
      customer: findCustomer("Yasmin Haddad"),
      channel: "site",
      placedAt: yesterday("11:05"),
      lines: lines(
        ["tilapia-inteira", "kg", 2],
        ["polpa-de-maracuja-100-g", "pacote", 2],
        ["coco-em-pedacos-500-g", "unidade", 2],
      ),
      if_missing: "trocar",
      payment_method: "Cartão de Crédito",
      delivery: { date: today, shift: morning },
      status: "confirmado",
      payment: { method: "Cartão de Crédito", ...onDelivery },
      isPacked: true,
    },
    {
      customer: findCustomer("Boteco do Tião"),
      channel: "WhatsApp",
      placedAt: lastWorkday("14:22"),
      lines: lines(
        ["copo-de-gelo-puro-200-g", "caixa", 6],
        ["gelo-de-coco-200-g", "caixa", 3],
        ["gelo-filtrado-5-kg", "unidade", 10],
      ),
      payment_method: "Boleto",
      delivery: { date: today, shift: afternoon },
      status: "confirmado",
    },
    {
      customer: findCustomer("Iracema dos Anjos"),
      channel: "site",
      placedAt: yesterday("15:37"),
      lines: lines(
        ["polpa-de-acai-100-g", "pacote", 2],
        ["morango-inteiro-1-kg", "unidade", 2],
        ["gelinho-de-manga", "pacote", 3],
      ),
      if_missing: "ligar",
      note: "A campainha não funciona: bater palmas.",
      payment_method: "Dinheiro",
      delivery: { date: today, shift: afternoon },
      status: "confirmado",
      payment: { method: "Dinheiro", ...onDelivery },
    },
    {
      customer: findCustomer("Empório Dona Zilá"),
      channel: "telefone",
      placedAt: threeDaysAgo("16:10"),
      lines: lines(
        ["polpa-de-manga-100-g", "caixa", 3],
        ["bolinho-de-bacalhau", "pacote", 6],
        ["sardinha-limpa", "kg", 4],
      ),
      delivery: { date: today, shift: afternoon },
      status: "confirmado",
    },
  ];
}

/** Tomorrow's route. */
function planTomorrow({ tomorrow, now, yesterday, twoDaysAgo }: Days): PlannedOrder[] {
  return [
    {
      customer: findCustomer("Fôlego"),
      channel: "site",
      placedAt: yesterday("17:20"),
      lines: lines(
        ["acai-puro-em-balde-5-kg", "unidade", 4],
        ["banana-em-rodelas-1-kg", "unidade", 6],
        ["morango-inteiro-1-kg", "unidade", 5],
      ),
      if_missing: "ligar",
      payment_method: "Boleto",
      delivery: { date: tomorrow, shift: morning },
      status: "confirmado",
    },
    {
      customer: findCustomer("Caminho das Letras"),
      channel: "telefone",
      placedAt: twoDaysAgo("11:30"),
      lines: lines(
        ["polpa-de-goiaba-100-g", "caixa", 3],
        ["file-de-tilapia", "kg", 8],
        ["gelinho-de-manga", "pacote", 6],
      ),
      note: "Nota fiscal no nome da mantenedora.",
      delivery: { date: tomorrow, shift: morning },
      status: "confirmado",
    },
    {
      customer: findCustomer("Davi Nakamura"),
      channel: "site",
      placedAt: yesterday("21:48"),
      lines: lines(["camarao-descascado-1-kg", "unidade", 2], ["lombo-de-atum", "kg", 1.5]),
      if_missing: "tirar",
      payment_method: "PIX",
      delivery: { date: tomorrow, shift: afternoon },
      status: "confirmado",
      payment: { method: "PIX", moment: "order", share: "all" },
    },
    {
      customer: findCustomer("Pé de Valsa Eventos"),
      channel: "WhatsApp",
      placedAt: now("08:15"),
      lines: lines(
        ["gelo-filtrado-5-kg", "unidade", 20],
        ["copo-de-gelo-puro-200-g", "caixa", 5],
        ["polpa-de-limao-taiti-1-kg", "unidade", 6],
      ),
      note: "Festa de debutante, das 19h às 3h.",
      payment_method: "PIX",
      delivery: { date: tomorrow, shift: afternoon },
      status: "pendente",
      isOpened: true,
    },
    {
      customer: findCustomer("Luciana Prado"),
      channel: "site",
      placedAt: now("08:31"),
      lines: lines(
        ["file-de-tilapia", "kg", 2],
        ["abacate-em-cubos-500-g", "unidade", 2],
        ["polpa-de-graviola-100-g", "pacote", 2],
      ),
      if_missing: "trocar",
      payment_method: "PIX",
      delivery: { date: tomorrow, shift: morning },
      status: "pendente",
      isOpened: true,
    },
  ];
}

/** Confirmed for the days after. */
function planLaterDays({
  inTwoDays,
  inThreeDays,
  yesterday,
  twoDaysAgo,
  threeDaysAgo,
}: Days): PlannedOrder[] {
  return [
    {
      customer: findCustomer("Onda Azul"),
      channel: "telefone",
      placedAt: twoDaysAgo("15:02"),
      lines: lines(
        ["file-de-salmao", "kg", 8],
        ["lombo-de-atum", "kg", 4],
        ["polvo-limpo", "kg", 2],
      ),
      delivery: { date: inTwoDays, shift: afternoon },
      payment_method: "Boleto",
      status: "confirmado",
    },
    {
      customer: findCustomer("Pousada Cristais"),
      channel: "telefone",
      placedAt: twoDaysAgo("16:45"),
      lines: lines(
        ["file-de-tilapia", "kg", 6],
        ["abacaxi-em-cubos-1-kg", "unidade", 6],
        ["frutas-vermelhas-1-kg", "unidade", 4],
      ),
      delivery: { date: inTwoDays, shift: afternoon },
      status: "confirmado",
    },
    {
      customer: findCustomer("Nuvem Doce"),
      channel: "WhatsApp",
      placedAt: threeDaysAgo("17:05"),
      lines: lines(
        ["acai-com-guarana-10-kg", "unidade", 4],
        ["morango-inteiro-1-kg", "unidade", 6],
        ["kiwi-em-fatias-500-g", "unidade", 3],
      ),
      payment_method: "PIX",
      delivery: { date: inThreeDays, shift: morning },
      status: "confirmado",
      payment: { method: "PIX", moment: "order", share: "all" },
    },
    {
      customer: findCustomer("Cauã Morais"),
      channel: "WhatsApp",
      placedAt: yesterday("16:20"),
      lines: lines(
        ["acai-puro-em-balde-5-kg", "unidade", 1],
        ["banana-em-rodelas-1-kg", "unidade", 2],
      ),
      payment_method: "PIX",
      delivery: { date: inThreeDays, shift: afternoon },
      status: "confirmado",
    },
  ];
}

/** What has arrived today and waits for the shop; one of them for more than there is. */
function planArrivals({ inTwoDays, inThreeDays, now }: Days): PlannedOrder[] {
  return [
    {
      // More than there is: the shop has 24 kg of octopus, and sells it to others too.
      customer: findCustomer("Quintal da Lenha"),
      channel: "WhatsApp",
      placedAt: now("09:20"),
      lines: lines(
        ["polvo-limpo", "kg", 40],
        ["lula-em-aneis", "kg", 4],
        ["file-de-pescada", "kg", 5],
      ),
      note: "Para a paella do fim de semana. Se não tiver tudo, me avise hoje.",
      delivery: { date: inThreeDays, shift: morning },
      status: "pendente",
      isOpened: true,
    },
    {
      customer: findCustomer("Sabor da Obra"),
      channel: "site",
      placedAt: now("07:50"),
      lines: lines(["file-de-tilapia", "kg", 10], ["polpa-de-caju-100-g", "pacote", 6]),
      if_missing: "ligar",
      payment_method: "Boleto",
      status: "pendente",
      isOpened: true,
    },
    {
      customer: findCustomer("Otávio Bragança"),
      channel: "site",
      placedAt: now("07:34"),
      lines: lines(["sardinha-limpa", "kg", 2], ["polpa-de-uva-100-g", "pacote", 2]),
      if_missing: "trocar",
      note: "Pode deixar com o porteiro.",
      payment_method: "Cartão de Débito",
      delivery: { date: inTwoDays, shift: morning },
      status: "pendente",
      isChanged: true,
    },
    {
      customer: findCustomer("Enzo Ferraz"),
      channel: "site",
      placedAt: now("09:41"),
      lines: lines(
        ["camarao-descascado-1-kg", "unidade", 2],
        ["pitaya-em-cubos-500-g", "unidade", 2],
        ["polpa-de-acai-100-g", "pacote", 1],
      ),
      if_missing: "ligar",
      payment_method: "PIX",
      status: "pendente",
    },
    {
      customer: findCustomer("Priscila Wernek"),
      channel: "site",
      placedAt: now("10:08"),
      lines: lines(
        ["polpa-de-tamarindo-100-g", "pacote", 3],
        ["amora-preta-1-kg", "unidade", 1],
        ["cacao-em-postas", "kg", 1.5],
      ),
      if_missing: "tirar",
      payment_method: "PIX",
      delivery: { date: inTwoDays, shift: morning },
      status: "pendente",
    },
  ];
}
