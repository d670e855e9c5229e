import fc from "fast-check";
import { expect, test } from "vitest";
import { composeExample } from "#app/api/framework/compose-example.ts";
import { settingsSchema } from "#app/domain/company/schema.ts";
import { type Order, type OrderItem, orderSchema } from "#app/domain/orders/schema.ts";
import { lineTotal, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import { type InvoiceSource, toInvoice } from "./invoice.ts";
import { invoiceSchema } from "./schema.ts";

const exampleOrder = composeExample(orderSchema);
const settings: InvoiceSource["settings"] = {
  ...composeExample(settingsSchema),
  cnpj: "11222333000181",
  legal_name: "Loja Exemplo Ltda.",
  address: {
    street: "Rua das Frutas, 10",
    neighborhood: "Centro",
    city: "São Paulo",
    state: "SP",
    zipCode: "01310100",
    map_url: "",
  },
  fiscal: { state_registration: "110042490114", city_code: "3550308", cfop: "5102" },
};
const productId = "6f1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
const item: OrderItem = {
  product_id: productId,
  product_name: "Polpa de Açaí",
  slug: "polpa-de-acai",
  quantity: 2,
  unit: "pacote",
  price: 12.9,
  total: 25.8,
};
const customer: InvoiceSource["customer"] = {
  state_registration: null,
  city_code: "3550308",
  address: { city: "Sao Paulo" },
};
const product = {
  fiscal: { ncm: "20089900" },
  sale_options: [{ unit: "pacote" as const, ean: "7891000315507" }],
  net_weight: 1000,
};

function invoiceOf(changes: Partial<Order> = {}, more: Partial<InvoiceSource> = {}) {
  const itens = changes.itens ?? [item];
  const goods = sumCents(itens.map(({ total }) => toCents(total)));
  const { delivery_fee = 0, discount = 0 } = changes;
  const order: Order = {
    ...exampleOrder,
    cliente_info: { ...exampleOrder.cliente_info, city: "São Paulo", state: "SP" },
    itens,
    delivery_fee,
    discount,
    delivery_kind: "entrega",
    payment_method: "PIX",
    valor_total: toAmount(goods + toCents(delivery_fee) - toCents(discount)),
    ...changes,
  };
  const products = new Map([[productId, product]]);
  const packed = { volumes: 1, charge: undefined };
  return toInvoice({ order, settings, customer, products, ...packed, ...more });
}

test("a complete order lacks nothing", () => {
  const document = "52998224725";
  const cliente_info = { ...exampleOrder.cliente_info, document, city: "São Paulo", state: "SP" };
  const invoice = invoiceOf({ cliente_info, delivery_fee: 10, discount: 5 });
  expect(invoice.missing).toEqual([]);
  expect(invoice.det[0]?.prod).toEqual({
    cProd: "polpa-de-acai",
    cEAN: "7891000315507",
    xProd: "Polpa de Açaí",
    NCM: "20089900",
    CEST: undefined,
    CFOP: "5102",
    uCom: "PCT",
    qCom: 2,
    vUnCom: 12.9,
    cEANTrib: "7891000315507",
    uTrib: "PCT",
    qTrib: 2,
    vUnTrib: 12.9,
    indTot: "1",
    vProd: 25.8,
    vFrete: 10,
    vDesc: 5,
  });
  expect(invoice).toMatchObject({
    ide: { idDest: "1" },
    emit: { IE: "110042490114", enderEmit: { xLgr: "Rua das Frutas", nro: "10" } },
    dest: { CPF: document, indIEDest: "9", enderDest: { cMun: "3550308" } },
    total: { ICMSTot: { vProd: 25.8, vFrete: 10, vDesc: 5, vNF: 30.8 } },
    transp: { modFrete: "3", vol: [{ qVol: 1, esp: "VOLUMES", pesoL: 2, pesoB: 2 }] },
    pag: { detPag: [{ indPag: "0", tPag: "20", vPag: 30.8 }] },
  });
  expect(invoice).not.toHaveProperty("cobr");
  expect(invoice.provider_adds).toEqual(
    expect.arrayContaining(["ide.serie", "ide.nNF", "emit.CRT", "det[0].imposto"]),
  );
  expect(invoice.provider_adds).not.toContain("det[1].imposto");
});

test("a Pix is dynamic where the bank made a charge, and a card is read by another machine", () => {
  const paymentOf = (payment_method: string, more: Partial<InvoiceSource> = {}) => {
    const { pag, provider_adds } = invoiceOf({ payment_method }, more);
    const [{ tPag, card } = { tPag: undefined, card: undefined }] = pag.detPag;
    return { tPag, card, adds: provider_adds.filter((path) => path.startsWith("pag.")) };
  };
  expect(paymentOf("PIX")).toEqual({ tPag: "20", card: undefined, adds: [] });
  expect(paymentOf("PIX", { charge: { endToEndIds: [] } })).toEqual({
    tPag: "17",
    card: { tpIntegra: "1", cAut: undefined },
    adds: ["pag.detPag[0].card.CNPJ", "pag.detPag[0].card.cAut"],
  });
  const endToEndIds = ["E00000000202611291200abcdefghijk"];
  expect(paymentOf("PIX", { charge: { endToEndIds } })).toEqual({
    tPag: "17",
    card: { tpIntegra: "1", cAut: endToEndIds[0] },
    adds: ["pag.detPag[0].card.CNPJ"],
  });
  const atMachine = { card: { tpIntegra: "2" }, adds: [] };
  expect(paymentOf("Cartão de Crédito")).toEqual({ tPag: "03", ...atMachine });
  expect(paymentOf("Cartão de Débito")).toEqual({ tPag: "04", ...atMachine });
  expect(paymentOf("Dinheiro")).toEqual({ tPag: "01", card: undefined, adds: [] });
});

test("an order that is paid later has a bill with its due date", () => {
  const billed = invoiceOf({ due_days: 28, due_on: "2026-12-27" });
  expect(billed.cobr).toEqual({
    fat: { nFat: String(exampleOrder.numero_pedido), vOrig: 25.8, vDesc: 0, vLiq: 25.8 },
    dup: [{ nDup: "001", dVenc: "2026-12-27", vDup: 25.8 }],
  });
  expect(billed.pag.detPag[0]?.indPag).toBe("1");
  const undated = invoiceOf({ due_days: 28, due_on: null });
  expect(undated.missing).toContain("cobr.dup[0].dVenc");
});

test("a box is taxed in the pieces that it contains", () => {
  const box: OrderItem = {
    ...item,
    unit: "caixa",
    contains: 12,
    price: 150,
    quantity: 2,
    total: 300,
  };
  const sale_options = [
    { unit: "pacote" as const, ean: "7891000315507" },
    { unit: "caixa" as const, ean: undefined },
  ];
  const { det } = invoiceOf(
    { itens: [box] },
    { products: new Map([[productId, { ...product, sale_options }]]) },
  );
  expect(det[0]?.prod).toMatchObject({
    cEAN: "SEM GTIN",
    uCom: "CX",
    qCom: 2,
    vUnCom: 150,
    cEANTrib: "7891000315507",
    uTrib: "PCT",
    qTrib: 24,
    vUnTrib: 12.5,
    vProd: 300,
  });
});

test("what is missing is named by its place", () => {
  const { missing } = invoiceOf(
    { payment_method: null, delivery_kind: null },
    {
      settings: { ...settings, cnpj: null, fiscal: {} },
      customer: undefined,
      products: new Map(),
    },
  );
  expect(missing).toEqual(
    expect.arrayContaining([
      ...["emit.CNPJ", "emit.IE", "emit.enderEmit.cMun", "dest.enderDest.cMun"],
      ...["det[0].prod.NCM", "det[0].prod.CFOP", "transp.modFrete", "pag.detPag[0].tPag"],
    ]),
  );
});

test("a customer in another state has its CFOP, and a code of another city is not used", () => {
  const cliente_info = { ...exampleOrder.cliente_info, city: "Niterói", state: "RJ" };
  const invoice = invoiceOf({ cliente_info });
  expect(invoice.ide.idDest).toBe("2");
  expect(invoice.det[0]?.prod.CFOP).toBe("6102");
  expect(invoice.missing).toContain("dest.enderDest.cMun");
  const substituted = { ...product, fiscal: { ncm: "20089900", cfop: "5405" } };
  const products = new Map([[productId, substituted]]);
  expect(invoiceOf({ cliente_info }, { products }).missing).toContain("det[0].prod.CFOP");
});

test("a box that was weighed is sold by its kilos", () => {
  const box: OrderItem = {
    ...item,
    unit: "caixa",
    quantity: 1,
    contains: 10,
    variable_weight: true,
    price: 300,
    weight: 9.8,
    total: 294,
  };
  const { det, transp } = invoiceOf({ itens: [box, { ...item, quantity: 0, total: 0 }] });
  expect(det).toHaveLength(1);
  expect(det[0]?.prod).toMatchObject({ uCom: "KG", qCom: 9.8, vUnCom: 30, vProd: 294 });
  expect(transp.vol).toEqual([{ qVol: 1, esp: "VOLUMES", pesoL: 9.8, pesoB: 9.8 }]);
});

const line = fc.record({
  price: fc.integer({ min: 0, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 9999 }),
});

test("items plus fee minus discount are the total, for any order", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 99_999 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lines, fee, part) => {
        const itens = lines.map(({ price, quantity }) => ({
          ...item,
          price: price / 100,
          quantity,
          total: toAmount(lineTotal(price / 100, quantity)),
        }));
        const goods = sumCents(itens.map(({ total }) => toCents(total)));
        const discount = Math.floor((goods + fee) * part);
        const invoice = invoiceOf({
          itens,
          delivery_fee: toAmount(fee),
          discount: toAmount(discount),
        });
        const sum = (name: "vProd" | "vFrete" | "vDesc") =>
          sumCents(invoice.det.map(({ prod }) => toCents(prod[name] ?? 0)));
        const { ICMSTot } = invoice.total;
        expect([sum("vProd"), sum("vFrete"), sum("vDesc")]).toEqual([goods, fee, discount]);
        expect(sum("vProd") + sum("vFrete") - sum("vDesc")).toBe(toCents(ICMSTot.vNF));
        expect(invoice.pag.detPag[0]?.vPag).toBe(ICMSTot.vNF);
        for (const { prod } of invoice.det) {
          const amount = toCents(prod.vProd) + toCents(prod.vFrete ?? 0);
          expect(toCents(prod.vDesc ?? 0)).toBeLessThanOrEqual(amount);
        }
        expect(invoiceSchema.safeParse(invoice).error).toBeUndefined();
      },
    ),
  );
});
