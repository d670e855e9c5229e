import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";
import type { XmlElement } from "@rgrove/parse-xml";
import { costOfCents, toCostAmount } from "#app/domain/catalogue/prices/costs.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { type Cents, sumCents, toCents } from "#app/shared/money.ts";
import { isAccessKey, readAccessKey } from "./access-key.ts";
import type { Invoice, InvoiceItem } from "./schema.ts";
import {
  findChildren,
  findDescendants,
  findElement,
  localName,
  readText,
  readXml,
} from "./xml.server.ts";

export type InvoiceReading = { ok: true; invoice: Invoice } | { ok: false; message: string };

/** The reason for which a file is no invoice that can be received; the message is for the seller. */
class Rejection extends Error {}

function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Rejection(message);
}

/**
 * Reads an NF-e of layout 4.00, with or without its protocol (`nfeProc`, `NFe`), for the preview and again when it is saved. It rejects
 * what is not plausible: wrong check digits of key, CNPJ or CPF, a key of another invoice, tests, returns, canceled invoices, values that
 * are not price times quantity, items that are not the total. Namespaces and signatures are not checked, nor that the recipient is this
 * shop.
 */
export function readNfe(bytes: Uint8Array, now: Date): InvoiceReading {
  const xml = readXml(bytes);
  if (!xml.ok) return xml;
  try {
    return { ok: true, invoice: toInvoice(xml.root, now) };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, message: error.message };
    throw error;
  }
}

const maxItems = 990;

function toInvoice(root: XmlElement, now: Date): Invoice {
  const info = findInfo(root);
  const key = (info.attributes.Id ?? "").replace(/^NFe/, "");
  check(isAccessKey(key), "A chave de acesso da nota não confere.");
  const is_authorized = readProtocol(root, key);
  check(
    !isCancelled(root, key),
    "A nota foi cancelada por quem a emitiu: não a receba. Peça ao fornecedor a nota que vale.",
  );
  const head = readHead(info, key, now);
  const details = findChildren(info, "det");
  check(details.length > 0, "A nota não tem itens.");
  check(details.length <= maxItems, `A nota tem mais de ${maxItems} itens.`);
  const items = details.map(readItem);
  const positions = new Set(items.map(({ position }) => position));
  check(positions.size === items.length, "A nota repete o número de um item.");
  checkTotal(info, details);
  return { access_key: key, ...head, is_authorized, items };
}

function findInfo(root: XmlElement): XmlElement {
  const name = localName(root);
  check(
    !/canc|evento|inut/i.test(name),
    "O arquivo é um cancelamento ou outro evento, e não a nota.",
  );
  check(name === "nfeProc" || name === "NFe", "O arquivo não é uma NF-e.");
  const invoice = name === "NFe" ? root : findElement(root, "NFe");
  const info = findElement(invoice, "infNFe");
  check(info, "O arquivo não é uma NF-e.");
  check(
    info.attributes.versao === "4.00",
    "Só o layout 4.00 da NF-e é aceito: peça o XML atual ao fornecedor.",
  );
  return info;
}

/** 100 and 150: authorized, in time or late. */
const authorizedStates = new Set(["100", "150"]);

function readProtocol(root: XmlElement, key: string): boolean {
  const protocol = findElement(root, "protNFe/infProt");
  if (!protocol) return false;
  check(readText(protocol, "chNFe") === key, "O protocolo é de outra nota.");
  const state = readText(protocol, "cStat");
  check(
    authorizedStates.has(state),
    "A nota não está autorizada: foi cancelada, denegada ou rejeitada.",
  );
  return true;
}

/** 110111: cancellation; 110112: cancellation by another invoice. */
const cancellations = new Set(["110111", "110112"]);
/** Registered, in time or late, with the invoice or without it. */
const registeredStates = new Set(["101", "135", "136", "151", "155"]);

/** Returns whether a cancellation of this invoice is anywhere in the file, alone or in a list of events. */
function isCancelled(root: XmlElement, key: string): boolean {
  return findDescendants(root, "retEvento").some((answer) => {
    const event = findElement(answer, "infEvento");
    const [of, state] = [readText(event, "chNFe"), readText(event, "cStat")];
    return (
      cancellations.has(readText(event, "tpEvento")) &&
      (of === key || of === "") &&
      (state === "" || registeredStates.has(state))
    );
  });
}

function readHead(info: XmlElement, key: string, now: Date) {
  const ide = findElement(info, "ide");
  const { yearMonth, document: keyDocument, ...ofKey } = readAccessKey(key);
  check(
    readText(ide, "mod") === "55" && ofKey.model === "55",
    "O arquivo não é uma NF-e (modelo 55).",
  );
  check(readText(ide, "tpAmb") === "1", "É uma nota de teste (homologação), sem valor.");
  check(readText(ide, "tpNF") === "1", "É uma nota de entrada de quem a emitiu, e não uma venda.");
  check(
    readText(ide, "finNFe") === "1",
    "Não é uma nota normal: é complementar, de ajuste ou de devolução.",
  );
  const number = readCount(readText(ide, "nNF"));
  const series = readCount(readText(ide, "serie"));
  const issued_on = readDay(readText(ide, "dhEmi").slice(0, 10));
  check(issued_on, "A nota não tem a data de emissão.");
  check(issued_on <= addDays(dayOf(now), 1), "A data de emissão da nota está no futuro.");
  const supplier = readSupplier(info);
  check(
    number === ofKey.number &&
      series === ofKey.series &&
      issued_on.slice(2, 7).replace("-", "") === yearMonth &&
      supplier.document.padStart(14, "0") === keyDocument,
    "A chave de acesso não é desta nota.",
  );
  return { number, series, issued_on, supplier };
}

function readSupplier(info: XmlElement): Invoice["supplier"] {
  const emit = findElement(info, "emit");
  const [cnpj, cpf] = [readText(emit, "CNPJ"), readText(emit, "CPF")];
  check(
    cnpj
      ? /^[0-9A-Z]{14}$/.test(cnpj) && isValidCnpj(cnpj, { version: 2 })
      : /^\d{11}$/.test(cpf) && isValidCpf(cpf),
    "O CNPJ ou CPF do fornecedor não confere.",
  );
  const name = readText(emit, "xNome").replace(/\s+/g, " ").slice(0, 100).trim();
  check(name, "A nota não tem o nome do fornecedor.");
  return { document: cnpj || cpf, name };
}

function readItem(detail: XmlElement): InvoiceItem {
  const position = readCount(detail.attributes.nItem ?? "");
  check(position >= 1 && position <= maxItems, "A nota tem um item sem número.");
  const product = findElement(detail, "prod");
  const inItem = (message: string) => `Item ${position}: ${message}`;
  const code = readText(product, "cProd").slice(0, 60);
  const description = readText(product, "xProd").replace(/\s+/g, " ").slice(0, 200).trim();
  const unit = readText(product, "uCom").slice(0, 6).trim();
  check(code && description && unit, inItem("falta o código, a descrição ou a unidade."));
  const quantity = readQuantity(readText(product, "qCom"));
  check(quantity > 0, inItem("a quantidade não é válida."));
  const taxedQuantity = readQuantity(readText(product, "qTrib"));
  check(taxedQuantity > 0, inItem("a quantidade tributável não é válida."));
  const total = readCents(product, "vProd", inItem("o valor não é válido."));
  const price = readText(product, "vUnCom");
  check(/^\d{1,11}(?:\.\d{1,10})?$/.test(price), inItem("o preço não é válido."));
  check(
    isNear(Number(price) * quantity * 100, total),
    inItem("o valor não é a quantidade vezes o preço."),
  );
  const cost = costCentsOf(detail, inItem);
  check(cost >= 0, inItem("o desconto passa do valor."));
  check(cost <= maxItemCents, inItem("o valor não é plausível."));
  return {
    position,
    code,
    description,
    unit,
    quantity,
    taxed_quantity: taxedQuantity,
    ean: readEan(readText(product, "cEAN")),
    taxed_ean: readEan(readText(product, "cEANTrib")),
    cost: toCostAmount(costOfCents(cost)),
    lots: findChildren(product, "rastro").map((lot) => readLot(lot, inItem)),
  };
}

/** Prices are rounded by the supplier's program: a centavo, or a hundredth of a percent. */
function isNear(computed: number, written: Cents): boolean {
  return Math.abs(computed - written) <= Math.max(1.5, written / 10_000);
}

/** A hundred million reais. */
const maxItemCents = 10_000_000_000;

/** The amounts that are added to the value of the products, with their place in `det`. */
const additions = [
  ["prod", "vFrete"],
  ["prod", "vSeg"],
  ["prod", "vOutro"],
  ["imposto/IPI/IPITrib", "vIPI"],
] as const;

/**
 * Computes the cost in cents: vProd − vDesc + vFrete + vSeg + vOutro + vIPI + vICMSST + vFCPST, and − vICMSDeson where
 * `indDeduzDeson` says that the total is without it. Goods that are not in the total (`indTot` 0) cost nothing but their additions.
 */
function costCentsOf(detail: XmlElement, inItem: (message: string) => string): Cents {
  const read = (path: string, name: string) =>
    readCents(findElement(detail, path), name, inItem("um valor não é válido."), 0);
  // ICMS has one element, which is named by its kind: ICMS00, ICMS10, ICMSSN202 …
  const [icms] =
    findElement(detail, "imposto/ICMS")?.children.filter((child) => "name" in child) ?? [];
  const ofIcms = icms ? `imposto/ICMS/${localName(icms as XmlElement)}` : "imposto/ICMS/none";
  const parts = [...additions, [ofIcms, "vICMSST"] as const, [ofIcms, "vFCPST"] as const];
  const sum = sumCents(parts.map(([path, name]) => read(path, name)));
  const isCounted = readText(detail, "prod/indTot") !== "0";
  const goods = isCounted ? read("prod", "vProd") - read("prod", "vDesc") : 0;
  const isDeducted = readText(detail, `${ofIcms}/indDeduzDeson`) === "1";
  return goods - (isDeducted ? read(ofIcms, "vICMSDeson") : 0) + sum;
}

/** The items that count are together the value of the products in the totals. */
function checkTotal(info: XmlElement, details: readonly XmlElement[]): void {
  const message = "A soma dos itens não é o total da nota.";
  const total = readCents(findElement(info, "total/ICMSTot"), "vProd", message);
  const counted = details.filter((detail) => readText(detail, "prod/indTot") !== "0");
  const sum = sumCents(
    counted.map((detail) => readCents(findElement(detail, "prod"), "vProd", message)),
  );
  check(Math.abs(sum - total) <= 1, message);
}

function readLot(
  lot: XmlElement,
  inItem: (message: string) => string,
): InvoiceItem["lots"][number] {
  const quantity = readQuantity(readText(lot, "qLote"));
  const code = readText(lot, "nLote").slice(0, 60);
  check(code && quantity > 0, inItem("um lote não tem código ou quantidade."));
  const [made, expires] = [readText(lot, "dFab"), readText(lot, "dVal")];
  check(
    (!made || readDay(made)) && (!expires || readDay(expires)),
    inItem("a data de um lote não é válida."),
  );
  return { lot: code, quantity, made_on: readDay(made), expires_on: readDay(expires) };
}

/** 'SEM GTIN' is none, as is a code that is not numeric. */
function readEan(text: string): string | null {
  return /^(?:\d{8}|\d{12,14})$/.test(text) && /[1-9]/.test(text) ? text : null;
}

function readCount(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** Reads a quantity with at most four decimals; 0 for anything else. */
function readQuantity(text: string): number {
  return /^\d{1,11}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
}

function readCents(
  element: XmlElement | undefined,
  name: string,
  message: string,
  missing?: Cents,
): Cents {
  const text = readText(element, name);
  if (text === "" && missing !== undefined) return missing;
  check(/^\d{1,11}(?:\.\d{1,2})?$/.test(text), message);
  return toCents(text);
}

function readDay(text: string): string | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const time = Date.parse(`${text}T12:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}
