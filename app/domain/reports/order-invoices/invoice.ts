import type { Settings } from "#app/domain/company/schema.ts";
import { validDocument } from "#app/domain/customers/privacy/rules.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { cityKey } from "#app/domain/delivery/place-names.ts";
import {
  exemptRegistration,
  isCodeOfState,
  isRegistrationOf,
} from "#app/domain/kernel/registrations.ts";
import type { Order, OrderItem } from "#app/domain/orders/schema.ts";
import { paymentKindTable } from "#app/domain/payments/kinds.ts";
import { type PaymentMethod, toPaymentMethod } from "#app/domain/payments/methods.ts";
import { type Cents, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import { spreadAmount } from "#app/shared/spread.ts";
import { cfopFor, type FiscalProduct, netKilos, toFiscalLine } from "./line.ts";
import type { OrderInvoice } from "./schema.ts";

export type InvoiceSource = {
  order: Order;
  settings: Pick<
    Settings,
    "cnpj" | "legal_name" | "address" | "phone" | "fiscal" | "payment_terms"
  >;
  /** Undefined when the order has none, or their data are erased. */
  customer: Pick<Customer, "state_registration" | "city_code" | "address"> | undefined;
  products: ReadonlyMap<string, FiscalProduct>;
  /** The volumes of the packed order. */
  volumes: number;
  /** The bank's charge by Pix, if the order has one, and the payments for it. */
  charge: { endToEndIds: readonly string[] } | undefined;
};

/** The order in the groups of an NF-e, with what is missing for one. */
export function toInvoice(source: InvoiceSource): OrderInvoice {
  const { order, settings, customer, products } = source;
  const emit = toIssuer(settings);
  const dest = toRecipient(order, customer);
  const idDest = destinationOf(emit.enderEmit.UF, dest.enderDest.UF);
  const lines = order.itens.filter(({ quantity }) => quantity > 0);
  const totals = toTotals(order, lines);
  const det = toDetails(lines, totals, (item) => {
    const line = toFiscalLine(item, products.get(item.product_id), settings.fiscal.cfop);
    return { ...line, CFOP: cfopFor(line.CFOP, idDest) };
  });
  const invoice = {
    order_id: order.id,
    order_version: order.version,
    ide: { natOp: "Venda de mercadoria", idDest },
    emit,
    dest,
    det,
    total: {
      ICMSTot: {
        vProd: toAmount(sumCents(totals.goods)),
        vFrete: toAmount(totals.fee),
        vDesc: toAmount(totals.discount),
        vNF: toAmount(toCents(order.valor_total)),
      },
    },
    transp: toTransport(source, lines),
    ...toBill(order),
    pag: { detPag: [toPayment(source)] },
    infAdic: { infCpl: `Pedido ${order.numero_pedido}` },
  };
  return { ...invoice, missing: listMissing(invoice), provider_adds: listProviderParts(invoice) };
}

type Address = OrderInvoice["emit"]["enderEmit"];

function toIssuer({ cnpj, legal_name, address, phone, fiscal }: InvoiceSource["settings"]) {
  const [, street, number] =
    /^(.*\S)\s*,\s*(\d+\s?\w?|s\/n)$/i.exec(address?.street.trim() ?? "") ?? [];
  const UF = address?.state || undefined;
  const enderEmit: Address = {
    xLgr: street ?? (address?.street || undefined),
    nro: number,
    xBairro: address?.neighborhood || undefined,
    cMun: codeIn(UF, fiscal.city_code),
    xMun: address?.city || undefined,
    UF,
    CEP: address?.zipCode || undefined,
    cPais: "1058",
    fone: firstPhone(phone),
  };
  return {
    CNPJ: validDocument(cnpj) ?? undefined,
    xNome: legal_name ?? undefined,
    IE: registrationIn(UF, fiscal.state_registration),
    enderEmit,
  };
}

/** The settings may have several numbers. */
function firstPhone(phone: string | null): string | undefined {
  return phone?.split(/[/;,|]/)[0]?.replace(/\D/g, "") || undefined;
}

function codeIn(state: string | undefined, code: string | null | undefined) {
  return state && code && isCodeOfState(code, state) ? code : undefined;
}

function registrationIn(state: string | undefined, registration: string | null | undefined) {
  return state && registration && isRegistrationOf(registration, state.toUpperCase())
    ? registration
    : undefined;
}

function toRecipient(order: Order, customer: InvoiceSource["customer"]): OrderInvoice["dest"] {
  const { cliente_info: info } = order;
  const document = validDocument(info.document) ?? undefined;
  const isExempt = customer?.state_registration === exemptRegistration;
  const IE = isExempt ? undefined : registrationIn(info.state, customer?.state_registration);
  return {
    CPF: document?.length === 11 ? document : undefined,
    CNPJ: document?.length === 14 ? document : undefined,
    xNome: info.name || undefined,
    indIEDest: isExempt ? "2" : IE ? "1" : "9",
    IE,
    email: info.email || undefined,
    enderDest: toRecipientAddress(info, customer),
  };
}

function toRecipientAddress(
  info: Order["cliente_info"],
  customer: InvoiceSource["customer"],
): Address {
  const UF = info.state || undefined;
  const hasCode = isSameCity(info.city, customer?.address.city);
  return {
    xLgr: info.street || undefined,
    nro: info.number || undefined,
    xCpl: info.complement || undefined,
    xBairro: info.neighborhood || undefined,
    cMun: hasCode ? codeIn(UF, customer?.city_code) : undefined,
    xMun: info.city || undefined,
    UF,
    CEP: info.zipCode || undefined,
    cPais: "1058",
    fone: info.phone || undefined,
  };
}

/** The customer's code is that of the customer's address, from which an order may differ. */
function isSameCity(city: string, other: string | undefined): boolean {
  return !other || cityKey(city) === cityKey(other);
}

function destinationOf(
  from: string | undefined,
  to: string | undefined,
): OrderInvoice["ide"]["idDest"] {
  if (!from || !to) return undefined;
  return from.toUpperCase() === to.toUpperCase() ? "1" : "2";
}

type Totals = { goods: Cents[]; fee: Cents; discount: Cents };

function toTotals(order: Order, lines: readonly OrderItem[]): Totals {
  return {
    goods: lines.map(({ total }) => toCents(total)),
    fee: toCents(order.delivery_fee),
    discount: toCents(order.discount),
  };
}

/** The fee by the goods' amounts, the discount by goods with their part of the fee. */
function toDetails(
  lines: readonly OrderItem[],
  { goods, fee, discount }: Totals,
  fiscalOf: (item: OrderItem) => ReturnType<typeof toFiscalLine>,
): OrderInvoice["det"] {
  if (lines.length === 0) return [];
  const fees = spreadAmount(fee, goods);
  const discounts = spreadAmount(
    discount,
    goods.map((amount, index) => amount + (fees[index] ?? 0)),
  );
  return lines.map((item, index) => ({
    nItem: index + 1,
    prod: {
      cProd: item.external_id ?? item.slug ?? item.product_id,
      xProd: item.product_name,
      ...fiscalOf(item),
      vProd: toAmount(goods[index] ?? 0),
      ...(fees[index] ? { vFrete: toAmount(fees[index]) } : {}),
      ...(discounts[index] ? { vDesc: toAmount(discounts[index]) } : {}),
    },
  }));
}

/** The shop delivers with its own vehicle; what is collected has no freight. It knows no weight of packaging. */
function toTransport(
  { order: { delivery_kind }, products, volumes }: InvoiceSource,
  lines: readonly OrderItem[],
): OrderInvoice["transp"] {
  const kilos = lines.map((item) => netKilos(item, products.get(item.product_id)));
  const isKnown = kilos.length > 0 && kilos.every((weight) => weight !== undefined);
  const grams = kilos.reduce<number>((sum, weight) => sum + Math.round((weight ?? 0) * 1000), 0);
  const weight = grams / 1000;
  return {
    modFrete: delivery_kind === "retirada" ? "9" : delivery_kind === "entrega" ? "3" : undefined,
    vol: isKnown ? [{ qVol: volumes, esp: "VOLUMES", pesoL: weight, pesoB: weight }] : [],
  };
}

/** The bill of an order that is paid later: one instalment. */
function toBill({
  numero_pedido,
  due_days,
  due_on,
  valor_total,
}: Order): Pick<OrderInvoice, "cobr"> {
  if (!due_days || valor_total === 0) return {};
  const amount = toAmount(toCents(valor_total));
  return {
    cobr: {
      fat: { nFat: String(numero_pedido), vOrig: amount, vDesc: 0, vLiq: amount },
      dup: [{ nDup: "001", dVenc: due_on ?? undefined, vDup: amount }],
    },
  };
}

function toPayment({
  order: { payment_method, due_days, valor_total },
  settings: { payment_terms },
  charge,
}: InvoiceSource): OrderInvoice["pag"]["detPag"][number] {
  const tPag = payment_method
    ? paymentCode(toPaymentMethod(payment_method, payment_terms), charge !== undefined)
    : undefined;
  const [authorization] = charge?.endToEndIds ?? [];
  return {
    indPag: due_days ? "1" : "0",
    tPag,
    ...(tPag === "99" && { xPag: payment_method ?? "" }),
    vPag: toAmount(toCents(valor_total)),
    // A card is read by a machine that the shop's program does not know; the bank's charge was made by it.
    ...((tPag === "03" || tPag === "04") && { card: { tpIntegra: "2" as const } }),
    ...(tPag === "17" && { card: { tpIntegra: "1" as const, cAut: authorization } }),
  };
}

/** The codes of cards by the id of the method, since the layout has a code for each sort of card. */
const cardCodes: Record<string, string> = { credit: "03", debit: "04" };

/** The code of the layout's table; a charge of the bank has one of its own. */
function paymentCode({ id, name, kind }: PaymentMethod, hasCharge: boolean): string {
  const { hasPixCode, invoiceCode = cardCodes[id] } = paymentKindTable[kind];
  if (hasPixCode && hasCharge) return "17";
  return invoiceCode ?? (/boleto/i.test(name) ? "15" : "99");
}

const addressParts = ["xLgr", "nro", "xBairro", "cMun", "xMun", "UF", "CEP"] as const;

type Groups = Omit<OrderInvoice, "missing" | "provider_adds">;

/** Lists the paths of missing values that the layout asks for and the shop can have. */
function listMissing({ emit, dest, det, transp, cobr, pag }: Groups): string[] {
  const values: [path: string, value: unknown][] = [
    ["emit.CNPJ", emit.CNPJ],
    ["emit.xNome", emit.xNome],
    ["emit.IE", emit.IE],
    ...addressParts.map((part): [string, unknown] => [
      `emit.enderEmit.${part}`,
      emit.enderEmit[part],
    ]),
    [dest.CNPJ === undefined ? "dest.CPF" : "dest.CNPJ", dest.CPF ?? dest.CNPJ],
    ["dest.xNome", dest.xNome],
    ...addressParts.map((part): [string, unknown] => [
      `dest.enderDest.${part}`,
      dest.enderDest[part],
    ]),
    ["det", det[0]],
    ...det.flatMap(({ prod }, index): [string, unknown][] => [
      [`det[${index}].prod.NCM`, prod.NCM],
      [`det[${index}].prod.CFOP`, prod.CFOP],
    ]),
    ["transp.modFrete", transp.modFrete],
    ...(cobr?.dup ?? []).map(({ dVenc }, index): [string, unknown] => [
      `cobr.dup[${index}].dVenc`,
      dVenc,
    ]),
    ["pag.detPag[0].tPag", pag.detPag[0]?.tPag],
  ];
  return values.flatMap(([path, value]) => (value === undefined ? [path] : []));
}

const providerParts = {
  ide: [
    "cUF",
    "cNF",
    "mod",
    "serie",
    "nNF",
    "dhEmi",
    "tpNF",
    "cMunFG",
    "tpImp",
    "tpEmis",
    "cDV",
    "tpAmb",
    "finNFe",
    "indFinal",
    "indPres",
    "procEmi",
    "verProc",
  ],
  "total.ICMSTot": [
    "vBC",
    "vICMS",
    "vICMSDeson",
    "vFCP",
    "vBCST",
    "vST",
    "vFCPST",
    "vFCPSTRet",
    "vSeg",
    "vII",
    "vIPI",
    "vIPIDevol",
    "vPIS",
    "vCOFINS",
    "vOutro",
  ],
};

/**
 * Lists the paths of values that the layout asks for and only the issuer knows: the numbering, the regime, taxes, and the recipient
 * of a payment.
 */
function listProviderParts({ det, pag }: Groups): string[] {
  const card = pag.detPag[0]?.card;
  return [
    ...providerParts.ide.map((part) => `ide.${part}`),
    "emit.CRT",
    ...det.map((_, index) => `det[${index}].imposto`),
    ...providerParts["total.ICMSTot"].map((part) => `total.ICMSTot.${part}`),
    ...(card?.tpIntegra === "1" ? ["pag.detPag[0].card.CNPJ"] : []),
    ...(card?.tpIntegra === "1" && card.cAut === undefined ? ["pag.detPag[0].card.cAut"] : []),
  ];
}
