import fc from "fast-check";
import { expect, test } from "vitest";
import { listOrderSpans, readConversation } from "./conversation.ts";

const shop = { names: ["Pomar Polpas"], phones: ["(11) 4000-0000", "11 95555-0000"] };

function read(text: string) {
  const conversation = readConversation(text, shop);
  if (!conversation) return undefined;
  const { senders } = conversation;
  const [{ lines, at } = { lines: [], at: "" }, ...older] = listOrderSpans(
    conversation,
    senders[0],
  );
  return { senders, lines, at, older: older.length };
}

const maria = { name: "Maria", phone: undefined };

const samples: [title: string, text: string, expected: object | undefined][] = [
  [
    "iOS with seconds",
    "[10/11/2026 08:15:02] Maria: 5 acerola\n[10/11/2026 08:15:30] Maria: 3 caju",
    { senders: [maria], lines: ["5 acerola", "3 caju"], older: 0 },
  ],
  [
    "iOS with a comma, two digits of the year and the mark of its own lines",
    "[10/11/26, 08:15:02] Maria: \u200EAs mensagens e as chamadas são protegidas com a criptografia de ponta a ponta.\n\u200E[10/11/26, 08:16:00] Maria: 5 acerola",
    { senders: [maria], lines: ["5 acerola"] },
  ],
  [
    "Android with a number",
    "10/11/2026 08:15 - +55 11 98888-7777: 10 polpa de manga",
    {
      senders: [{ name: "+55 11 98888-7777", phone: "11988887777" }],
      lines: ["10 polpa de manga"],
    },
  ],
  [
    "Android with a system line, which has no sender",
    "10/11/2026 08:00 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta. Saiba mais.\n10/11/2026 08:15 - Maria: 5 acerola",
    { senders: [maria], lines: ["5 acerola"] },
  ],
  [
    "WhatsApp Web",
    "[08:15, 10/11/2026] Maria: 5 acerola\n[08:16, 10/11/2026] Maria: 2 cx de caju",
    { senders: [maria], lines: ["5 acerola", "2 cx de caju"] },
  ],
  [
    "one message of several lines",
    "[10/11/2026 08:15] Maria: Bom dia!\n5 acerola\n\n3 caju\nObrigada 😊",
    { lines: ["5 acerola", "3 caju"] },
  ],
  [
    "the shop by its name",
    "10/11/2026 08:15 - Maria: 5 acerola\n10/11/2026 08:20 - Pomar Polpas: 5 acerola por R$ 60,00, certo?\n10/11/2026 08:21 - Maria: isso, obrigada",
    { senders: [maria], lines: ["5 acerola"] },
  ],
  [
    "the shop by its number, written in another form",
    "[08:10, 10/11/2026] +55 11 95555-0000: Promoção: 9 açaí\n[08:15, 10/11/2026] Maria: 2 açaí",
    { senders: [maria], lines: ["2 açaí"] },
  ],
  [
    "the shop as 'Você'",
    "[08:10, 10/11/2026] Você: 9 açaí?\n[08:15, 10/11/2026] Maria: 2 açaí",
    { senders: [maria], lines: ["2 açaí"] },
  ],
  [
    "attachments of iOS",
    "[10/11/2026 08:15:02] Maria: \u200Eimagem ocultada\n[10/11/2026 08:15:05] Maria: \u200Eáudio ocultado\n[10/11/2026 08:15:09] Maria: \u200E<Anexado: 00001.jpg>\n[10/11/2026 08:16:02] Maria: 5 acerola",
    { lines: ["5 acerola"] },
  ],
  [
    "attachments of Android",
    "10/11/2026 08:15 - Maria: <Mídia oculta>\n10/11/2026 08:15 - Maria: IMG-20261110-WA0001.jpg (arquivo anexado)\n10/11/2026 08:15 - Maria: 5 acerola",
    { lines: ["5 acerola"] },
  ],
  [
    "a deleted and an edited message",
    "10/11/2026 08:15 - Maria: Mensagem apagada\n10/11/2026 08:16 - Maria: 6 acerola \u200E<Mensagem editada>",
    { lines: ["6 acerola"] },
  ],
  [
    "a person outside of the contacts, with the name that they chose",
    "[10/11/2026 08:15:02] ~ Maria: 5 acerola",
    { senders: [maria], lines: ["5 acerola"] },
  ],
  [
    "a telephone in English with twelve hours and narrow spaces",
    "[11/20/26, 8:15:02\u202FAM] Maria: 5 acerola\n[11/20/26, 11:15:02\u202FPM] Maria: 3 caju",
    { lines: ["3 caju"], older: 1 },
  ],
  [
    "several products in one sentence",
    "10/11/2026 08:15 - Maria: Oi, me vê 5 acerola, 3 caju e 2 manga por favor",
    { lines: ["Oi, me vê 5 acerola, 3 caju e 2 manga por favor"] },
  ],
  [
    "an order of last week and one of today",
    "03/11/2026 08:15 - Maria: 9 manga\n10/11/2026 08:15 - Maria: 5 acerola",
    { lines: ["5 acerola"], older: 1 },
  ],
  [
    "an order around midnight",
    "09/11/2026 23:58 - Maria: 5 acerola\n10/11/2026 00:03 - Maria: 3 caju",
    { lines: ["5 acerola", "3 caju"], older: 0 },
  ],
  [
    "a negation and a quotation, which stay as they were written",
    "10/11/2026 08:15 - Maria: não quero 5 acerola\n> 9 caju\n10/11/2026 08:16 - Maria: ~4 manga~",
    { lines: ["não quero 5 acerola", "> 9 caju", "~4 manga~"] },
  ],
  [
    "thanks of the next day, which are another talk",
    "10/11/2026 08:15 - Maria: 5 acerola\n10/11/2026 21:20 - Maria: Obrigada, chegou tudo",
    { lines: ["Obrigada, chegou tudo"], at: "2026-11-10T21:20", older: 1 },
  ],
  [
    "a time inside of the text, and a text with a colon",
    "10/11/2026 08:15 - Maria: entrega: depois das 14:30\n10/11/2026 08:16 - Maria: 5 acerola",
    { lines: ["entrega: depois das 14:30", "5 acerola"] },
  ],
  [
    "Windows line endings, a place and a lost call",
    "10/11/2026 08:15 - Maria: Localização: https://maps.example/x\r\n10/11/2026 08:15 - Maria: Chamada de voz perdida\r\n10/11/2026 08:16 - Maria: 5 acerola\r\n",
    { lines: ["5 acerola"] },
  ],
  ["a plain list", "5 acerola\n3 caju", undefined],
];

test.each(samples)("a conversation is read: %s", (_title, text, expected) => {
  if (expected) expect(read(text)).toMatchObject(expected);
  else expect(read(text)).toBeUndefined();
});

test("two people: the one who wrote last is the first sender", () => {
  const conversation = readConversation(
    "10/11/2026 08:15 - Maria: 5 acerola\n10/11/2026 08:16 - João: 3 caju",
    shop,
  );
  expect(conversation?.senders.map(({ name }) => name)).toEqual(["João", "Maria"]);
  expect(conversation && listOrderSpans(conversation)).toMatchObject([
    { at: "2026-11-10T08:15", lines: ["5 acerola", "3 caju"], count: 2 },
  ]);
});

const pad = (number: number) => String(number).padStart(2, "0");
type Heading = (minute: number, sender: string) => string;
const headings: Heading[] = [
  (minute, sender) => `[10/11/2026 08:${pad(minute)}:07] ${sender}: `,
  (minute, sender) => `[10/11/2026, 08:${pad(minute)}:07] ${sender}: `,
  (minute, sender) => `10/11/2026 08:${pad(minute)} - ${sender}: `,
  (minute, sender) => `10/11/2026, 08:${pad(minute)} - ${sender}: `,
  (minute, sender) => `[08:${pad(minute)}, 10/11/2026] ${sender}: `,
];

test("the customer's lines are the same in each form, whatever stands between them", () => {
  const noise = fc.constantFrom("Bom dia", "imagem ocultada", "<Mídia oculta>", "ok 👍", "");
  const item = fc.tuple(
    fc.integer({ min: 1, max: 999 }),
    fc.constantFrom("acerola", "polpa de caju", "açaí", "manga rosa"),
  );
  const message = fc.record({
    isShop: fc.boolean(),
    lines: fc.array(
      fc.oneof(
        item.map(([count, name]) => `${count} ${name}`),
        noise,
      ),
      { minLength: 1, maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...headings),
      fc.array(message, { minLength: 1, maxLength: 30 }),
      (heading, messages) => {
        const text = messages
          .map(
            ({ isShop, lines }, minute) =>
              heading(minute, isShop ? "Pomar Polpas" : "Maria") + lines.join("\n"),
          )
          .join("\n");
        const conversation = readConversation(text, shop);
        const ordered = messages
          .filter(({ isShop }) => !isShop)
          .flatMap(({ lines }) => lines.filter((line) => /^\d/.test(line)));
        expect(conversation && listOrderSpans(conversation).flatMap(({ lines }) => lines)).toEqual(
          ordered,
        );
      },
    ),
  );
});

test("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (text) => {
      const conversation = readConversation(`[10/11/2026 08:15] Maria: ${text}`, shop);
      expect(conversation && listOrderSpans(conversation)).toBeInstanceOf(Array);
    }),
  );
});
