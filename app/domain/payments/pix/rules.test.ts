import { describe, expect, test } from "vitest";
import { createPixCharge } from "./charge.server.ts";
import { pixKeyType, pixPayload, reducePixText } from "./rules.ts";
import { pixSettingsSchema } from "./schema.ts";

/** The objects of an EMV payload by their ids; throws when lengths or checksum are wrong. Written from the BR Code manual. */
function readPayload(payload: string): Record<string, string> {
  const checked = payload.slice(0, -4);
  if (crc16(checked) !== payload.slice(-4)) throw new Error("wrong checksum");
  return readObjects(payload);
}

function readObjects(text: string): Record<string, string> {
  const objects: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const id = text.slice(at, at + 2);
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (value.length !== length || !/^\d\d$/.test(id)) throw new Error(`no object at ${at}`);
    objects[id] = value;
    at += 4 + length;
  }
  return objects;
}

/** CRC-16/CCITT-FALSE in four upper-case hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

const shop = {
  key: "contato@pomar.com.br",
  merchant_name: "Pomar Distribuição de Alimentos",
  merchant_city: "São José do Rio Preto",
};

function payloadOf(settings: Partial<typeof shop> = {}, amount = 10): string {
  const payload = pixPayload({ ...shop, ...settings }, { txid: "PED1001", amount });
  if (!payload) throw new Error("no payload");
  return payload;
}

test("the payload of the reference order", () => {
  expect(payloadOf({}, 1234.5)).toBe(
    "00020126420014br.gov.bcb.pix0120contato@pomar.com.br52040000530398654071234.505802BR5925Pomar Distribuicao de Ali6015Sao Jose do Rio62110507PED10016304C89D",
  );
});

test.each([
  ["529.982.247-25", "CPF", "52998224725"],
  ["12.345.678/0001-95", "CNPJ", "12345678000195"],
  ["12.ABC.345/01DE-35", "CNPJ", "12ABC34501DE35"],
  ["contato@pomar.com.br", "E-mail", "contato@pomar.com.br"],
  ["(11) 98765-4321", "Celular", "+5511987654321"],
  [
    "71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d",
    "Chave aleatória",
    "71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d",
  ],
])("the key %s is a %s", (key, type, stored) => {
  expect(pixKeyType(key)).toBe(type);
  const objects = readPayload(payloadOf({ key }));
  expect(readObjects(objects["26"] ?? "")).toEqual({ "00": "br.gov.bcb.pix", "01": stored });
  expect(readObjects(objects["62"] ?? "")).toEqual({ "05": "PED1001" });
});

test.each([
  [0.01, "0.01"],
  [9_999_999.99, "9999999.99"],
  [1234.5, "1234.50"],
])("the amount %d", (amount, written) => {
  expect(readPayload(payloadOf({}, amount))).toMatchObject({
    "53": "986",
    "54": written,
    "58": "BR",
    "60": "Sao Jose do Rio",
  });
});

test("names are reduced to what all banks accept", () => {
  expect(reducePixText("São José & Cia")).toBe("Sao Jose Cia");
  expect(reducePixText("  D'Ávila @ Filhos #1 – Ltda. ")).toBe("D Avila Filhos 1 Ltda.");
  expect(readPayload(payloadOf({ merchant_name: "São José & Cia" }))["59"]).toBe("Sao Jose Cia");
  expect(reducePixText("日本")).toBe("");
});

describe("settings", () => {
  const messageOf = (changes: object) =>
    pixSettingsSchema.safeParse({ ...shop, ...changes }).error?.issues[0]?.message;

  test.each(["111.111.111-11", "pomar", "(11) 3456-7890", "x".repeat(121)])(
    "%s is not a key",
    (key) => {
      expect(messageOf({ key })).toMatch(/^Chave Pix inválida|no máximo/);
    },
  );

  test("a name without usable letters is rejected with a reason", () => {
    expect(messageOf({ merchant_name: "日本" })).toContain("letras sem acento ou números");
    expect(messageOf({ merchant_city: "&&" })).toContain("letras sem acento ou números");
    expect(messageOf({})).toBeUndefined();
  });
});

describe("a charge", () => {
  const order = {
    numero_pedido: 7,
    status: "confirmado" as const,
    valor_total: 25.8,
    paid_amount: 0,
    itens: [{}],
  };
  const settings = { pix: shop, payment_methods: null, payment_terms: {} };

  test("of a confirmed order has code, amount, recipient and QR code", () => {
    const charge = createPixCharge(order, settings);
    expect(charge).toMatchObject({ amount: 25.8, recipient: "Pomar Distribuicao de Ali" });
    expect(readPayload(charge?.code ?? "")["54"]).toBe("25.80");
    expect(charge?.qr_code.path).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/);
  });

  test("of an order that is paid in part is about the rest", () => {
    const charge = createPixCharge({ ...order, paid_amount: 20.1 }, settings);
    expect(readPayload(charge?.code ?? "")["54"]).toBe("5.70");
    expect(charge?.amount).toBe(5.7);
  });

  test.each([
    { ...order, status: "pendente" as const },
    { ...order, status: "cancelado" as const },
    { ...order, valor_total: 0 },
    { ...order, paid_amount: 25.8 },
    { ...order, itens: [{}, { variable_weight: true }] },
  ])("is not offered for %j", (other) => {
    expect(createPixCharge(other, settings)).toBeNull();
  });

  test("is not offered without a key or where Pix is not accepted", () => {
    expect(createPixCharge(order, { ...settings, pix: null })).toBeNull();
    expect(createPixCharge(order, { ...settings, payment_methods: ["Dinheiro"] })).toBeNull();
  });

  test("is offered by a method of the seller's own of this kind, whatever its name", () => {
    const methods = { ...settings, payment_methods: ["Transferência na hora"] };
    expect(createPixCharge(order, methods)).toBeNull();
    const kind = "pix" as const;
    const payment_terms = { "Transferência na hora": { audience: "all" as const, days: 0, kind } };
    expect(createPixCharge(order, { ...methods, payment_terms })).toMatchObject({ amount: 25.8 });
  });
});
