/** Invented invoices (NF-e) of suppliers that do not exist. */

type InvoiceLot = { nLote: string; qLote: string; dFab?: string; dVal?: string };
type InvoiceProduct = {
  cProd?: string;
  cEAN?: string;
  cEANTrib?: string;
  xProd?: string;
  uCom?: string;
  qCom?: string;
  vUnCom?: string;
  vProd?: string;
  qTrib?: string;
  vFrete?: string;
  vSeg?: string;
  vDesc?: string;
  vOutro?: string;
  indTot?: string;
  lots?: InvoiceLot[];
  /** The content of `imposto`. */
  tax?: string;
};
export type InvoiceParts = {
  number?: number;
  series?: number;
  issued?: string;
  cnpj?: string;
  cpf?: string;
  supplier?: string;
  version?: string;
  model?: string;
  environment?: string;
  direction?: string;
  purpose?: string;
  /** XML after the protocol, such as an event. */
  events?: string;
  /** `cStat` of the protocol; null: without one. */
  state?: string | null;
  products?: InvoiceProduct[];
  total?: string;
  /** The prefix of the elements. */
  prefix?: string;
  encoding?: string;
  key?: string;
};

const supplierCnpj = "11222333000181";

/** The check digit follows from the 43 signs before it. */
export function completeKey(start: string): string {
  let weight = 2;
  let sum = 0;
  for (const sign of [...start].reverse()) {
    sum += (sign.charCodeAt(0) - 48) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const digit = 11 - (sum % 11);
  return start + (digit > 9 ? 0 : digit);
}

function keyOf(
  parts: Required<Pick<InvoiceParts, "number" | "series" | "issued" | "model">> & InvoiceParts,
) {
  const yearMonth = parts.issued.slice(2, 7).replace("-", "");
  const document = (parts.cpf ?? parts.cnpj ?? supplierCnpj).padStart(14, "0");
  const [series, number] = [
    String(parts.series).padStart(3, "0"),
    String(parts.number).padStart(9, "0"),
  ];
  return completeKey(`35${yearMonth}${document}${parts.model}${series}${number}112345678`);
}

/** The XML of an invoice; parts that are not named are plausible. */
export function buildInvoice(changes: InvoiceParts = {}): string {
  const parts = {
    number: 1234,
    series: 1,
    issued: "2026-11-24T10:00:00-03:00",
    version: "4.00",
    model: "55",
    environment: "1",
    direction: "1",
    purpose: "1",
    supplier: "Frutas do Vale Ltda",
    state: "100",
    products: [{}],
    encoding: "UTF-8",
    ...changes,
  };
  const key = parts.key ?? keyOf(parts);
  const products = parts.products.map(completeProduct);
  const sum = products
    .filter(({ indTot }) => indTot !== "0")
    .reduce((total, { vProd }) => total + Math.round(Number(vProd) * 100), 0);
  const document = parts.cpf
    ? `<CPF>${parts.cpf}</CPF>`
    : `<CNPJ>${parts.cnpj ?? supplierCnpj}</CNPJ>`;
  const invoice = `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="${parts.version}">
<ide><cUF>35</cUF><cNF>12345678</cNF><natOp>VENDA</natOp><mod>${parts.model}</mod><serie>${parts.series}</serie>
<nNF>${parts.number}</nNF><dhEmi>${parts.issued}</dhEmi><tpNF>${parts.direction}</tpNF><tpAmb>${parts.environment}</tpAmb>
<finNFe>${parts.purpose}</finNFe></ide>
<emit>${document}<xNome>${parts.supplier}</xNome></emit>
${products.map(writeProduct).join("\n")}
<total><ICMSTot><vProd>${parts.total ?? (sum / 100).toFixed(2)}</vProd></ICMSTot></total>
</infNFe></NFe>`;
  const protocol = `<protNFe versao="4.00"><infProt><chNFe>${key}</chNFe><cStat>${parts.state}</cStat></infProt></protNFe>`;
  const whole =
    parts.state === null
      ? invoice
      : `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${invoice}${protocol}${parts.events ?? ""}</nfeProc>`;
  const named = parts.prefix ? addPrefix(whole, parts.prefix) : whole;
  return `<?xml version="1.0" encoding="${parts.encoding}"?>${named}`;
}

function addPrefix(xml: string, prefix: string): string {
  return xml.replace(/<(\/?)(\w)/g, `<$1${prefix}:$2`).replaceAll('xmlns="', `xmlns:${prefix}="`);
}

function completeProduct(product: InvoiceProduct) {
  const { qCom = "2.0000", vUnCom = "40.0000000000" } = product;
  return {
    cProd: "P-102",
    cEAN: "SEM GTIN",
    cEANTrib: "SEM GTIN",
    xProd: "POLPA DE ACAI 100G",
    uCom: "CX",
    qCom,
    vUnCom,
    qTrib: qCom,
    indTot: "1",
    lots: [] as InvoiceLot[],
    tax: "",
    vProd: (Number(qCom) * Number(vUnCom)).toFixed(2),
    ...product,
  };
}

function writeProduct(product: ReturnType<typeof completeProduct>, index: number): string {
  const { lots, tax, ...fields } = product;
  const texts = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  const traced = lots.map(
    (lot) =>
      `<rastro>${Object.entries(lot)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join("")}</rastro>`,
  );
  return `<det nItem="${index + 1}"><prod>${texts.join("")}${traced.join("")}</prod><imposto>${tax}</imposto></det>`;
}
