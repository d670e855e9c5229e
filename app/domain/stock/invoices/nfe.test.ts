import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildInvoice, completeKey, type InvoiceParts } from "#tests/support/invoices.ts";
import { isNightly, propertyRuns } from "#tests/support/test-run.ts";
import { isAccessKey } from "./access-key.ts";
import { readNfe } from "./nfe.server.ts";
import { factorOfUnit, planInvoice, splitLots } from "./plan.ts";
import type { Invoice, InvoiceItem } from "./schema.ts";
import { maxInvoiceBytes } from "./xml.server.ts";

const now = new Date("2026-11-28T12:00:00Z");
const encode = (text: string) => new TextEncoder().encode(text);
const readText = (text: string) => readNfe(encode(text), now);

function readParts(parts: InvoiceParts): Invoice {
  const read = readText(buildInvoice(parts));
  if (!read.ok) throw new Error(read.message);
  return read.invoice;
}
function messageOf(text: string): string {
  const read = readText(text);
  return read.ok ? "accepted" : read.message;
}
const ipi = (amount: string) =>
  `<IPI><cEnq>999</cEnq><IPITrib><vIPI>${amount}</vIPI></IPITrib></IPI>`;
const relief = (deducted: string) =>
  `<ICMS><ICMS40><CST>40</CST><vICMSDeson>6.40</vICMSDeson><indDeduzDeson>${deducted}</indDeduzDeson></ICMS40></ICMS>`;
const event = (type: string, { key = "", state = "135" } = {}) =>
  `<procEventoNFe><evento/><retEvento><infEvento><cStat>${state}</cStat><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento></infEvento></retEvento></procEventoNFe>`;
const lots = [
  { nLote: "A1", qLote: "1.000", dFab: "2026-10-01", dVal: "2027-10-01" },
  { nLote: "A2", qLote: "1.000", dVal: "2027-11-01" },
];

describe("accepted invoices", () => {
  const item: Partial<InvoiceItem> = {
    position: 1,
    code: "P-102",
    ean: null,
    unit: "CX",
    quantity: 2,
    cost: 80,
    lots: [],
  };
  test.each<[name: string, parts: InvoiceParts, item: Partial<InvoiceItem>]>([
    ["one item", {}, item],
    ["late authorization", { state: "150" }, item],
    ["no protocol", { state: null }, item],
    ["elements with a prefix", { prefix: "nfe" }, item],
    ["a prefix without protocol", { prefix: "n", state: null }, item],
    ["a CPF", { cpf: "52998224725" }, item],
    ["a CNPJ with letters", { cnpj: "12ABC34501DE35" }, item],
    ["a GTIN of a box", { products: [{ cEAN: "17891000315504" }] }, { ean: "17891000315504" }],
    [
      "a GTIN of a piece",
      { products: [{ cEANTrib: "7891000315507", qTrib: "24.0000" }] },
      {
        taxed_ean: "7891000315507",
        taxed_quantity: 24,
      },
    ],
    ["an empty GTIN", { products: [{ cEAN: "", cEANTrib: "" }] }, { ean: null, taxed_ean: null }],
    [
      "kilos",
      { products: [{ uCom: "KG", qCom: "12.3450", vUnCom: "31.9000000000" }] },
      {
        unit: "KG",
        quantity: 12.345,
        cost: 393.81,
      },
    ],
    [
      "pieces",
      { products: [{ uCom: "UN", qCom: "48", vUnCom: "1.25" }] },
      { unit: "UN", cost: 60 },
    ],
    ["packages", { products: [{ uCom: "PCT", qCom: "6.0000" }] }, { unit: "PCT", cost: 240 }],
    [
      "a price with ten decimals",
      {
        products: [{ qCom: "3.0000", vUnCom: "33.3333333333", vProd: "100.00" }],
      },
      { cost: 100 },
    ],
    ["a discount", { products: [{ vDesc: "10.00" }] }, { cost: 70 }],
    ["freight and insurance", { products: [{ vFrete: "7.50", vSeg: "0.50" }] }, { cost: 88 }],
    ["other charges", { products: [{ vOutro: "2.25" }] }, { cost: 82.25 }],
    ["IPI", { products: [{ tax: ipi("8.00") }] }, { cost: 88 }],
    [
      "IPI that is not taxed",
      { products: [{ tax: "<IPI><IPINT><CST>53</CST></IPINT></IPI>" }] },
      { cost: 80 },
    ],
    [
      "ICMS-ST and FCP-ST",
      {
        products: [
          {
            tax: "<ICMS><ICMS10><vICMS>14.40</vICMS><vICMSST>5.10</vICMSST><vFCPST>1.00</vFCPST></ICMS10></ICMS>",
          },
        ],
      },
      { cost: 86.1 },
    ],
    [
      "ICMS-ST of the Simples",
      {
        products: [{ tax: "<ICMS><ICMSSN202><vICMSST>3.00</vICMSST></ICMSSN202></ICMS>" }],
      },
      { cost: 83 },
    ],
    [
      "everything at once",
      {
        products: [
          {
            vDesc: "10.00",
            vFrete: "5.00",
            vOutro: "1.00",
            tax: `<ICMS><ICMS70><vICMSST>4.00</vICMSST></ICMS70></ICMS>${ipi("2.00")}`,
          },
        ],
      },
      { cost: 82 },
    ],
    ["a gift that is not in the total", { products: [{ indTot: "0" }] }, { cost: 0 }],
    ["ICMS that the total is without", { products: [{ tax: relief("1") }] }, { cost: 73.6 }],
    ["ICMS that the total is with", { products: [{ tax: relief("0") }] }, { cost: 80 }],
    ["a letter of correction", { events: event("110110") }, item],
    ["a cancellation that was rejected", { events: event("110111", { state: "573" }) }, item],
    ["the cancellation of another one", { events: event("110111", { key: "1".repeat(44) }) }, item],
    [
      "one lot",
      { products: [{ lots: lots.slice(0, 1) }] },
      {
        lots: [{ lot: "A1", quantity: 1, made_on: "2026-10-01", expires_on: "2027-10-01" }],
      },
    ],
    [
      "two lots",
      { products: [{ lots }] },
      {
        lots: [
          { lot: "A1", quantity: 1, made_on: "2026-10-01", expires_on: "2027-10-01" },
          { lot: "A2", quantity: 1, made_on: null, expires_on: "2027-11-01" },
        ],
      },
    ],
    [
      "escaped signs",
      { products: [{ xProd: "POLPA D&apos;OESTE &amp; CIA" }] },
      {
        description: "POLPA D'OESTE & CIA",
      },
    ],
  ])("%s", (_name, parts, expected) => {
    const { items, is_authorized } = readParts(parts);
    expect(items).toMatchObject([expected]);
    expect(is_authorized).toBe(parts.state !== null);
  });

  test("several items keep their numbers, and the supplier is who issued it", () => {
    const products = Array.from({ length: 40 }, (_, index) => ({ cProd: `C${index}` }));
    const { items, ...head } = readParts({ products, number: 99, series: 3 });
    expect(items.map(({ position, code }) => [position, code])).toEqual(
      products.map(({ cProd }, index) => [index + 1, cProd]),
    );
    expect(head).toMatchObject({
      number: 99,
      series: 3,
      issued_on: "2026-11-24",
      supplier: { document: "11222333000181", name: "Frutas do Vale Ltda" },
    });
  });

  test("UTF-8 with a byte order mark, and ISO-8859-1 by its declaration", () => {
    const named = { supplier: "Açaí do Pará" };
    const marked = readText(`\ufeff${buildInvoice(named)}`);
    const western = buildInvoice({ ...named, encoding: "ISO-8859-1" });
    const latin = readNfe(
      Uint8Array.from(western, (sign) => sign.charCodeAt(0)),
      now,
    );
    for (const read of [marked, latin]) {
      expect(read.ok && read.invoice.supplier.name).toBe("Açaí do Pará");
    }
  });

  test("a comment, a processing instruction and CDATA are only text", () => {
    const commented = buildInvoice().replace(
      "<emit>",
      "<!-- <!DOCTYPE x> --><?x y?><obs><![CDATA[<a><b>]]></obs><emit>",
    );
    expect(readText(commented).ok).toBe(true);
  });
});

describe("rejected files", () => {
  test.each<[name: string, parts: InvoiceParts, message: RegExp]>([
    ["an older layout", { version: "3.10" }, /layout 4\.00/],
    ["a receipt for consumers", { model: "65" }, /modelo 55/],
    ["a test", { environment: "2" }, /homologação/],
    ["goods that the supplier gets", { direction: "0" }, /nota de entrada/],
    ["a return", { purpose: "4" }, /devolução/],
    ["a canceled one", { state: "101" }, /não está autorizada/],
    ["a denied one", { state: "302" }, /não está autorizada/],
    ["one with its cancellation", { events: event("110111") }, /foi cancelada/],
    ["one that another replaced", { events: event("110112", { state: "155" }) }, /foi cancelada/],
    [
      "one with a list of events",
      { events: `<eventos>${event("110110")}${event("110111")}</eventos>` },
      /foi cancelada/,
    ],
    ["a date in the future", { issued: "2027-01-03T10:00:00-03:00" }, /futuro/],
    [
      "no date",
      { issued: "ontem", key: completeKey(`352611${"11222333000181"}55001000001234112345678`) },
      /data de emissão/,
    ],
    [
      "another number than the key",
      { key: completeKey("3526111122233300018155001000009999112345678") },
      /chave de acesso não é/,
    ],
    [
      "a wrong check digit",
      { key: "35261111222333000181550010000012341123456789" },
      /chave de acesso/,
    ],
    ["a wrong CNPJ", { cnpj: "11222333000180" }, /CNPJ ou CPF/],
    ["no items", { products: [] }, /não tem itens/],
    [
      "991 items",
      { products: Array.from({ length: 991 }, () => ({ qCom: "1", vUnCom: "1" })) },
      /mais de 990/,
    ],
    [
      "a value that is not price times quantity",
      { products: [{ vProd: "100.00" }] },
      /Item 1: o valor/,
    ],
    ["a total that is not the sum", { total: "81.00" }, /soma dos itens/],
    ["a discount above the value", { products: [{ vDesc: "80.01" }] }, /desconto/],
    ["a quantity of zero", { products: [{ qCom: "0.0000", vProd: "0.00" }] }, /quantidade/],
    ["a negative amount", { products: [{ vFrete: "-5.00" }] }, /valor não é válido/],
    [
      "an impossible expiry",
      { products: [{ lots: [{ nLote: "A", qLote: "2", dVal: "2027-02-30" }] }] },
      /data de um lote/,
    ],
  ])("%s", (_name, parts, message) => {
    expect(messageOf(buildInvoice(parts))).toMatch(message);
  });

  test.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><NFe>&a;</NFe>', /DOCTYPE/],
    [
      "an external entity",
      '<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><NFe/>',
      /DOCTYPE/,
    ],
    ["an entity that nobody declared", "<NFe>&bomb;</NFe>", /bem formado/],
    ["levels without end", "<a>".repeat(100_000), /níveis/],
    ["too many elements", `<a>${"<b/>".repeat(200_000)}</a>`, /elementos/],
    [
      "too many attributes",
      `<a ${Array.from({ length: 6000 }, (_, at) => `a${at}=""`).join(" ")}/>`,
      /atributos/,
    ],
    ["a megabyte and a byte", `<a>${" ".repeat(maxInvoiceBytes)}</a>`, /1 MB/],
    ["a comment without end", "<!--".repeat(100_000), /bem formado/],
    ["a cancellation", "<procEventoNFe><evento/></procEventoNFe>", /cancelamento/],
    ["another document", "<cteProc/>", /não é uma NF-e/],
    ["a tag that is not closed", "<NFe><infNFe>", /bem formado/],
    ["no XML", "nota fiscal", /bem formado/],
    ["nothing", "", /bem formado/],
    ["another encoding", '<?xml version="1.0" encoding="UTF-16"?><NFe/>', /UTF-8 ou ISO-8859-1/],
  ])("%s", (_name, text, message) => {
    expect(messageOf(text)).toMatch(message);
  });

  test("bytes that are not UTF-8", () => {
    expect(readNfe(Uint8Array.of(0x3c, 0xff, 0xfe, 0x3e), now)).toMatchObject({ ok: false });
  });

  /** Most mutations end in the same few messages: a rare one needs thousands of files. */
  const fileRuns = isNightly ? 20_000 : propertyRuns;

  test("mutated and random files never crash", { timeout: 300_000 }, () => {
    const original = buildInvoice({ products: [{ lots }, { vDesc: "1.00" }] });
    const mutation = fc.record({
      at: fc.nat(original.length),
      length: fc.nat(40),
      text: fc.oneof(
        fc.constantFrom(
          "<",
          ">",
          "&",
          '"',
          "</",
          "<!",
          "]]>",
          "<det>",
          "&#0;",
          "-",
          "9".repeat(30),
        ),
        fc.string({ maxLength: 10, unit: "binary" }),
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const mutated = mutations.reduce(
          (text, { at, length, text: added }) =>
            text.slice(0, at) + added + text.slice(at + length),
          original,
        );
        const read = readText(mutated);
        if (read.ok) expect(read.invoice.items.every(({ cost }) => cost >= 0)).toBe(true);
        else expect(read.message).not.toBe("");
      }),
      { numRuns: fileRuns },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readNfe(bytes, now).ok).toBe(false);
      }),
      { numRuns: fileRuns },
    );
  });
});

describe("what is received", () => {
  const itemOf = (product: NonNullable<InvoiceParts["products"]>[number]): InvoiceItem => {
    const [item] = readParts({ products: [product] }).items;
    if (!item) throw new Error("the invoice has an item");
    return item;
  };

  test("lots count in the invoice's unit, in main units or in the taxed one", () => {
    const quantities = (product: Parameters<typeof itemOf>[0], factor: number) =>
      splitLots(itemOf(product), factor)?.map(({ lot, quantity }) => [lot, quantity]);
    const lot = (nLote: string, qLote: string) => ({ nLote, qLote });
    const both = [
      ["A", 10],
      ["B", 14],
    ];
    expect(quantities({ lots: [lot("A", "1.000"), lot("B", "1.000")] }, 12)).toEqual([
      ["A", 12],
      ["B", 12],
    ]);
    expect(quantities({ lots: [lot("A", "10.000"), lot("B", "14.000")] }, 12)).toEqual(both);
    expect(
      quantities({ qTrib: "48.0000", lots: [lot("A", "20.000"), lot("B", "28.000")] }, 12),
    ).toEqual(both);
    // They do not add up: which goods are of which lot is not known.
    expect(quantities({ lots: [lot("A", "1.000"), lot("B", "5.000")] }, 12)).toEqual([[null, 24]]);
    expect(quantities({ lots: [lot("A", "7.000")] }, 12)).toEqual([["A", 24]]);
    expect(quantities({}, 12)).toEqual([[null, 24]]);
  });

  test("the cost is divided among the lots without a remainder", () => {
    const invoice = readParts({
      products: [
        {
          qCom: "3",
          vUnCom: "33.3333333333",
          vProd: "100.00",
          lots: [
            { nLote: "A", qLote: "1" },
            { nLote: "B", qLote: "2" },
          ],
        },
      ],
    });
    const product_id = "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
    const plan = planInvoice(invoice, [{ position: 1, product_id, factor: 12 }]);
    expect(plan).toMatchObject({
      ok: true,
      lines: [
        { lot: "A", quantity: 12, totalCost: 333_333 },
        { lot: "B", quantity: 24, totalCost: 666_667 },
      ],
    });
    expect(planInvoice(invoice, [{ position: 7, product_id, factor: 1 }])).toMatchObject({
      errors: [{ field: "items.7.factor" }],
    });
  });

  test("the costs of the items are together the total of the invoice", () => {
    const cents = (max: number) => fc.integer({ min: 0, max });
    const product = fc.record({
      goods: fc.integer({ min: 100, max: 900_000 }),
      discount: cents(100),
      freight: cents(5000),
      ipi: cents(5000),
      st: cents(5000),
      relief: cents(100),
      isCounted: fc.boolean(),
      isDeducted: fc.boolean(),
    });
    const text = (amount: number) => (amount / 100).toFixed(2);
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 30 }), (products) => {
        const parts = products.map((one) => {
          const icms = `<vICMSST>${text(one.st)}</vICMSST><vICMSDeson>${text(one.relief)}</vICMSDeson>`;
          const deduced = `<indDeduzDeson>${one.isCounted && one.isDeducted ? 1 : 0}</indDeduzDeson>`;
          return {
            qCom: "1",
            vUnCom: text(one.goods),
            vProd: text(one.goods),
            vFrete: text(one.freight),
            ...(one.isCounted ? { vDesc: text(one.discount) } : { indTot: "0" }),
            tax: `<ICMS><ICMS70>${icms}${deduced}</ICMS70></ICMS>${ipi(text(one.ipi))}`,
          };
        });
        // vNF of the layout: the goods that count, less discounts and deducted ICMS, and all additions.
        const total = products.reduce((sum, one) => {
          const goods = one.isCounted ? one.goods - one.discount : 0;
          const deducted = one.isCounted && one.isDeducted ? one.relief : 0;
          return sum + goods - deducted + one.freight + one.ipi + one.st;
        }, 0);
        const { items } = readParts({ products: parts });
        expect(items.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0)).toBe(total);
      }),
    );
  });

  test("a unit may say how many it contains", () => {
    expect(["CX12", "FD 6", "cx-24", "UN", "KG", "CX0"].map(factorOfUnit)).toEqual([
      12, 6, 24, 1, 1, 1,
    ]);
  });

  test("an access key has a check digit", () => {
    const key = completeKey("3526111122233300018155001000001234112345678");
    expect(isAccessKey(key)).toBe(true);
    expect(isAccessKey(`${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`)).toBe(false);
    expect(isAccessKey(key.slice(1))).toBe(false);
  });
});
