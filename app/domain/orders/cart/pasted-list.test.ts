import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import {
  findListError,
  listSaleRows,
  maxPastedLength,
  maxPastedLines,
  parsePastedList,
} from "./pasted-list.ts";

const pack = mainOption("pacote", 10);
const box: SaleOption = { ...mainOption("caixa", 38), contains: 4 };
const product = (title: string, sale_options: SaleOption[] = [pack], stock = 50) => ({
  title,
  stock,
  sale_options,
});
const products = [
  product("Polpa de maracujá 100 g"),
  product("Polpa de açaí 100 g"),
  product("Polpa de açaí 1 kg", [mainOption("unidade", 30)]),
  product("Polpa de acerola 100 g", [pack, box]),
  product("Camarão-rosa", [mainOption("kg", 90)]),
  product("Graviola", [pack, { ...box, active: false }]),
  product("Cupuaçu", [pack], 0),
  product("Manga"),
  product("Manga com maracujina"),
  product("Peru"),
  product("Camarão 36/40", [pack]),
  product("Ovos (dúzia)"),
  product("7 Belo"),
];
const rows = listSaleRows(products);

/** "10 × Polpa de maracujá 100 g, pacote", the number of choices, or the reason. */
function read(text: string): string {
  const [line] = parsePastedList(text, rows);
  if (line?.kind === "one")
    return `${line.quantity} × ${line.row.product.title}, ${line.row.option.unit}`;
  return line?.kind === "several"
    ? `${line.quantity} × ${line.rows.length} choices`
    : String(line?.reason);
}

describe("a line with a quantity", () => {
  test.each([
    ["10 polpa maracujá", "10 × Polpa de maracujá 100 g, pacote"],
    ["10 POLPAS DE MARACUJA", "10 × Polpa de maracujá 100 g, pacote"],
    ["- 10x maracujá", "10 × Polpa de maracujá 100 g, pacote"],
    ["maracujá x 10", "10 × Polpa de maracujá 100 g, pacote"],
    ["maracujá: 10", "10 × Polpa de maracujá 100 g, pacote"],
    ["1.200 maracujá", "1200 × Polpa de maracujá 100 g, pacote"],
    ["acerola 2 cx", "2 × Polpa de acerola 100 g, caixa"],
    ["2 caixas de acerola", "2 × Polpa de acerola 100 g, caixa"],
    ["2 acerola pct", "2 × Polpa de acerola 100 g, pacote"],
    ["5 pc acerola 100g", "5 × Polpa de acerola 100 g, pacote"],
    ["3kg camarão", "3 × Camarão-rosa, kg"],
    ["7,5 kg de camarão", "7.5 × Camarão-rosa, kg"],
    ["7.5kg camarão", "7.5 × Camarão-rosa, kg"],
    ["7,5 camarão", "7.5 × Camarão-rosa, kg"],
    ["camarão: 1.250 kg", "1.25 × Camarão-rosa, kg"],
    ["camarao rosa 3 quilos", "3 × Camarão-rosa, kg"],
    ["2 un açaí", "2 × Polpa de açaí 1 kg, unidade"],
    ["2 und. açaí", "2 × Polpa de açaí 1 kg, unidade"],
    ["2 açaí 1 kg", "2 × Polpa de açaí 1 kg, unidade"],
    ["4 graviola", "4 × Graviola, pacote"],
    ["10 acerola", "10 × Polpa de acerola 100 g, pacote"],
    ["10 polpas de açaí 100 g", "10 × Polpa de açaí 100 g, pacote"],
    ["10 manga", "10 × Manga, pacote"],
  ])("%s", (text, meaning) => {
    expect(read(text)).toBe(meaning);
  });

  const [maracuja, acai, kilo] = [
    "Polpa de maracujá 100 g, pacote",
    "Polpa de açaí 100 g, pacote",
    "Camarão-rosa, kg",
  ];
  const unclear = (number: string) =>
    `Não está claro se ${number} é a quantidade. Escreva-a sem ponto, traço ou parêntese.`;
  test.each([
    // Places in a list.
    ["2) 100 polpa de maracujá", `100 × ${maracuja}`],
    ["1) 50 polpa de maracujá", `50 × ${maracuja}`],
    ["(3) 50 maracujá", `50 × ${maracuja}`],
    ["2- 10 maracujá", `10 × ${maracuja}`],
    ["2 - 10 maracujá", `10 × ${maracuja}`],
    ["3. 10 maracujá", `10 × ${maracuja}`],
    ["3.10 maracujá", "Use uma quantidade inteira."],
    ["4º 10 maracujá", `10 × ${maracuja}`],
    ["12) maracujá 10", `10 × ${maracuja}`],
    ["2) maracujá x 10", `10 × ${maracuja}`],
    ["2) polpa de maracujá", unclear("2")],
    ["2- polpa de maracujá", unclear("2")],
    ["2. polpa de maracujá 100 g", unclear("2")],
    ["• 10 maracujá", `10 × ${maracuja}`],
    ["▪ 10 maracujá", `10 × ${maracuja}`],
    ["* 10 maracujá", `10 × ${maracuja}`],
    ["– 10 maracujá", `10 × ${maracuja}`],
    ["1️⃣ 10 maracujá", `10 × ${maracuja}`],
    ["1️⃣0️⃣ 3 maracujá", `3 × ${maracuja}`],
    ["🥭 10 maracujá", `10 × ${maracuja}`],
    ["10 maracujá 🙏🏽", `10 × ${maracuja}`],
    ["✅ 2) 10 maracujá", `10 × ${maracuja}`],
    // Messages.
    ["[10:32, 27/11/2026] Ana: 10 maracujá", `10 × ${maracuja}`],
    ["[27/11/26, 10:32:05] Bar do Zé: 10 maracujá", `10 × ${maracuja}`],
    ["27/11/2026 10:32 - Ana Souza: 10 maracujá", `10 × ${maracuja}`],
    ["27/11/2026, 10:32 - +55 11 98765-4321: 10 maracujá", `10 × ${maracuja}`],
    ["27/11/26 10:32 - Ana: 2) 10 maracujá", `10 × ${maracuja}`],
    ["[10:32, 27/11/2026] Ana: maracujá", "Falta a quantidade."],
    // Dozens and halves.
    ["2 dúzias de maracujá", `24 × ${maracuja}`],
    ["1 duzia maracujá", `12 × ${maracuja}`],
    ["uma dúzia de maracujá", `12 × ${maracuja}`],
    ["meia dúzia de maracujá", `6 × ${maracuja}`],
    ["1/2 dúzia de maracujá", `6 × ${maracuja}`],
    ["½ dúzia de maracujá", `6 × ${maracuja}`],
    ["maracujá 2 dúzias", `24 × ${maracuja}`],
    ["meio quilo de camarão", `0.5 × ${kilo}`],
    ["meio kg camarão", `0.5 × ${kilo}`],
    ["1/2 kg de camarão", `0.5 × ${kilo}`],
    ["3/4 kg de camarão", `0.75 × ${kilo}`],
    ["½ kg de camarão", `0.5 × ${kilo}`],
    ["1 kg e meio de camarão", `1.5 × ${kilo}`],
    ["2 quilos e meio camarão", `2.5 × ${kilo}`],
    ["meia caixa de acerola", "Use uma quantidade inteira."],
    ["1/2 maracujá", "Use uma quantidade inteira."],
    ["1½ kg camarão", `1.5 × ${kilo}`],
    [",5 kg camarão", `0.5 × ${kilo}`],
    ["2 dz maracujá", `24 × ${maracuja}`],
    ["2 - camarão 1kg", unclear("2")],
    ["2 - 500 g de camarão", unclear("2")],
    ["1.500 camarão", unclear("1.500")],
    ["1,000 manga", unclear("1,000")],
    ["camarão 89,90", "Não está claro se 89,90 é a quantidade. Escreva-a no começo da linha."],
    // Grams.
    ["500 g de camarão", `0.5 × ${kilo}`],
    ["500g camarão", `0.5 × ${kilo}`],
    ["750 gramas de camarão", `0.75 × ${kilo}`],
    ["camarão 300g", `0.3 × ${kilo}`],
    ["100 g polpa de açaí", "Falta a quantidade."],
    ["100g açaí", "Falta a quantidade."],
    ["500 g de maracujá", "Falta a quantidade."],
    // Times.
    ["x2 maracujá", `2 × ${maracuja}`],
    ["2x maracujá", `2 × ${maracuja}`],
    ["2 x maracujá", `2 × ${maracuja}`],
    ["maracujá x2", `2 × ${maracuja}`],
    ["maracujá 2x", `2 × ${maracuja}`],
    // Prices.
    ["10 maracujá R$ 3,50", `10 × ${maracuja}`],
    ["10 maracujá a R$ 3,50 cada", `10 × ${maracuja}`],
    ["10 maracujá = R$ 35,00", `10 × ${maracuja}`],
    ["10 maracujá 35,00 reais", `10 × ${maracuja}`],
    ["maracujá R$ 3,50", "Falta a quantidade."],
    ["maracujá R$ 3,50 10", `10 × ${maracuja}`],
    ["7,5 kg de camarão por R$ 90,00/kg", `7.5 × ${kilo}`],
    ["10 pera R$ 4,00", "Nenhum produto com esse nome."],
    ["10 manga a R$ 3,50", "10 × Manga, pacote"],
    // Two numbers side by side.
    ["2-100 polpa de açaí", unclear("2")],
    ["2 100 polpa de açaí", unclear("2")],
    ["2: 100 polpa de açaí", unclear("2")],
    ["#2 100 polpa de açaí", unclear("2")],
    ["2x100 polpa de açaí", unclear("2")],
    ["1/4 camarão-rosa", unclear("1")],
    ["açaí 1/4", unclear("4")],
    ["camarão 36/40", "Não está claro se 40 é a quantidade. Escreva-a no começo da linha."],
    ["10 camarão 36/40", "10 × Camarão 36/40, pacote"],
    ["10 100g polpa de açaí", `10 × ${acai}`],
    ["2 1 kg polpa de açaí", "2 × Polpa de açaí 1 kg, unidade"],
    ["10 7 Belo", "10 × 7 Belo, pacote"],
    // Dozens with a half, and of what is sold by the dozen.
    ["2,5 dúzias de camarão-rosa", "Nenhum produto com esse nome."],
    ["2,5 dúzia de camarão-rosa", "Nenhum produto com esse nome."],
    ["2 dúzias e meia de camarão-rosa", "Nenhum produto com esse nome."],
    ["uma dúzia e meia de camarão-rosa", "Nenhum produto com esse nome."],
    ["2 dúzias de ovos", unclear("24")],
    ["24 ovos", "24 × Ovos (dúzia), pacote"],
    // A price per kilo without its sign.
    [
      "camarão-rosa 89,90 kg",
      "Não está claro se 89,90 é a quantidade. Escreva-a no começo da linha.",
    ],
    ["89,90 kg de camarão-rosa", `89.9 × ${kilo}`],
    // Sizes in the name, and plurals.
    ["10 polpa de açaí 100g", `10 × ${acai}`],
    ["10 polpa de açaí 1kg", "10 × Polpa de açaí 1 kg, unidade"],
    ["3 kg de camarões", `3 × ${kilo}`],
    ["1.200 maracujás", `1200 × ${maracuja}`],
  ])("%s, as people write it", (text, meaning) => {
    expect(read(text)).toBe(meaning);
  });

  test.each([
    ["10 polpa", "10 × 5 choices"],
    ["2 polpa açaí", "2 × 2 choices"],
  ])("%s is never chosen silently", (text, meaning) => {
    expect(read(text)).toBe(meaning);
  });

  test.each([
    ["maracujá", "Falta a quantidade."],
    ["10", "Falta o produto."],
    ["10 cx", "Falta o produto."],
    ["0 maracujá", "A quantidade deve ser 1 ou mais."],
    ["1,5 maracujá", "Use uma quantidade inteira."],
    ["0 kg camarão", "A quantidade deve ser 1 ou mais."],
    ["10000 maracujá", "A quantidade máxima é 9.999."],
    ["10 jabuticaba", "Nenhum produto com esse nome."],
    ["2 cx graviola", "Não é vendido por caixa."],
    ["2 cupuaçu", "Indisponível no momento."],
    ["açaí 100", "Não está claro se 100 é a quantidade. Escreva-a no começo da linha."],
    ["100 g açaí", "Falta a quantidade."],
  ])("%s stays with its reason", (text, reason) => {
    expect(read(text)).toBe(reason);
  });
});

const shelf = listSaleRows([
  product("Polpa de acerola", [pack, box]),
  product("Caju", [pack, box]),
  product("Manga"),
  product("Camarão-rosa", [mainOption("kg", 90)]),
  product("Bolo sem açúcar"),
  product("Kit Bom Dia"),
  product("Kit Churrasco"),
  product("Pizza três queijos"),
  product("Suco de limão 1 L"),
  product("Caju seco"),
  product("Bacalhau à brás"),
  product("Pó"),
]);

/** "5 × Caju, pacote" for an item; a question is its text in quotation marks. */
const readAll = (text: string) =>
  parsePastedList(text, shelf).map((line) =>
    line.kind === "one"
      ? `${line.quantity} × ${line.row.product.title}, ${line.row.option.unit}`
      : `“${line.text}”`,
  );

describe("a line of which something is not understood", () => {
  test.each([
    "não quero 5 acerola",
    "Oi, não manda 5 caju por favor",
    "5 caju não",
    "5 caju, não",
    "5 caju n",
    "5 caju?",
    "tem 5 caju",
    "-2 caju",
    "–2 caju",
    "caju -2",
    "~4 manga~",
    "> 9 caju",
    "❌ 5 caju",
    "5 caju 👎",
    "só 5 caju",
    "se tiver 5 caju",
    "5 caju se",
    "5 caju se tiver",
    "menos 2 caju",
    "sem 5 caju",
    "5 manga sem",
    "cancela 5 caju",
    "troca 5 caju por 3 manga",
    "na verdade 3 caju",
    "5 ou 6 caju",
    "5 a 6 caju",
    "5 sem 3 caju",
    "5 sem",
    "5+ caju",
    "≈5 caju",
    "5 caju a 3",
    "5 caju 20",
    "tudo bem 5 caju?",
    "tem caju? quero 5 caju",
    "não, manda 5 caju",
    "obrigada pelos 5 caju",
    "pode mandar 5 caju amanhã",
    "5 caju até sexta",
    "5 acerola, 3 caju não",
    "5 acerola, não 3 caju",
    "não quero mais 5 caju e 3 manga",
    "5 acerola, 3 parafusos",
    "5 acerola e caju",
    "não",
    "?",
    "entrega amanhã",
    "2 <script>alert(1)</script>",
  ])("%s is a question as it was written", (text) => {
    expect(readAll(text)).toEqual([`“${text}”`]);
  });

  const items = fc.array(
    fc.constantFrom("5 acerola", "dois caju", "3 caixas de acerola", "1,5 kg camarão"),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const foreign = fc.oneof(
    fc.constantFrom(
      "não",
      "nao",
      "nem",
      "sem",
      "talvez",
      "?",
      "~",
      ">",
      "-7",
      "❌",
      "cancela",
      "amanhã",
      "até",
    ),
    fc.stringMatching(/^[wyzk]{3,9}[aeiou]{2}$/),
  );
  test("has no item, wherever it stands", () => {
    fc.assert(
      fc.property(
        items,
        foreign,
        fc.nat(20),
        fc.constantFrom(", ", " ", "/", " e "),
        (list, word, at, separator) => {
          const tokens = list.join(separator).split(" ");
          const line = tokens.toSpliced(at % (tokens.length + 1), 0, word).join(" ");
          expect(readAll(line)).toEqual([`“${line}”`]);
        },
      ),
    );
  });
});

describe("a line that is understood", () => {
  const five = "5 × Polpa de acerola, pacote";
  const [three, two] = ["3 × Caju, pacote", "2 × Manga, pacote"];
  test.each([
    ["5 acerola/3 caju", [five, three]],
    ["5 acerola 3 caju 2 manga", [five, three, two]],
    ["5 acerola, 3 caju e 2 manga", [five, three, two]],
    ["5 acerola,3 caju;2 manga", [five, three, two]],
    ["5 acerola + 3 caju", [five, three]],
    ["5 acerola mais 3 caju", [five, three]],
    ["5 acerola. 3 caju. 2 manga.", [five, three, two]],
    ["acerola 5, caju 3, manga 2", [five, three, two]],
    ["acerola 5 caju 3", [five, three]],
    ["acerola 5 e 3 caju", [five, three]],
    [
      "uma dúzia de acerola e meia dúzia de caju",
      ["12 × Polpa de acerola, pacote", "6 × Caju, pacote"],
    ],
    ["cinco acerola e vinte e duas manga", [five, "22 × Manga, pacote"]],
    ["uma caixa de caju", ["1 × Caju, caixa"]],
    ["dois caju", ["2 × Caju, pacote"]],
    ["Caju: três", [three]],
    ["1 kg e meio de camarão e 3 caju", ["1.5 × Camarão-rosa, kg", three]],
    ["500 g de camarão, 3 caju", ["0.5 × Camarão-rosa, kg", three]],
    ["2 suco de limão 1 L 3 caju", ["2 × Suco de limão 1 L, pacote", three]],
    ["2 pizza três queijos e 3 caju", ["2 × Pizza três queijos, pacote", three]],
    ["5 acerola a R$ 3,50 cada, 3 caju", [five, three]],
    ["Oi, bom dia! Me vê 5 acerola, 3 caju e 2 manga por favor", [five, three, two]],
    ["Queria 5 acerola, por favor, 3 caju. Obrigada 😊", [five, three]],
    ["*5 acerola*", [five]],
    ["Oi, tudo bem? Me vê 5 acerola e 3 caju", [five, three]],
    ["Boa tarde pessoal, td bem com vcs?? pode separar 5 acerola", [five]],
    ["2 pó", ["2 × Pó, pacote"]],
    ["2 kit bom dia", ["2 × Kit Bom Dia, pacote"]],
    ["2 bolo sem açúcar", ["2 × Bolo sem açúcar, pacote"]],
    ["três queijos", ["“três queijos”"]],
    ["Bom dia!\nOi, tudo bem\n👍\nok obrigada 🙏🏽", []],
  ])("%s", (text, meaning) => {
    expect(readAll(text)).toEqual(meaning);
  });

  test("shows each item as it was written, and the remaining text has the same meaning", () => {
    const texts = parsePastedList("Oi, me vê 5 Acerola, 3 cajú\ne 2 manga por favor", shelf).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(["Oi, me vê 5 Acerola", "3 cajú", "e 2 manga por favor"]);
    expect(readAll(texts.join("\n"))).toEqual([five, three, two]);
  });

  test("has up to a hundred items; a longer one stays whole", () => {
    const line = Array(100).fill("5 acerola").join(", ");
    expect(readAll(line)).toEqual(Array(100).fill(five));
    const long = Array(400).fill("5 acerola").join(" ");
    expect(readAll(long)).toEqual([`“${long}”`]);
  });
});

test("a text of any length is limited by lines and characters", () => {
  const lines = (count: number) => "1 a\n\n".repeat(count);
  expect(findListError(lines(maxPastedLines))).toBeUndefined();
  expect(findListError(lines(maxPastedLines + 1))).toBe(
    "A lista tem 101 linhas. Cole até 100 por vez.",
  );
  expect(findListError("a".repeat(maxPastedLength))).toBeUndefined();
  expect(findListError("a".repeat(maxPastedLength + 1))).toContain("5.000 caracteres");
});

const typedWord = fc.constantFrom(
  "10",
  "3kg",
  "polpa",
  "açaí",
  "acerola",
  "cx",
  "x",
  "100",
  "g",
  "1,5",
);
const typedText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.array(typedWord, { maxLength: 6 }), { maxLength: 9 })
    .map((lines) => lines.map((words) => words.join(" ")).join("\n")),
);

describe("any text", () => {
  test("has meanings in order, each with its text, and with a quantity that is whole except for kilos", () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const lines = parsePastedList(text, rows);
        const typed = text.normalize("NFC");
        let at = 0;
        for (const line of lines) {
          at = typed.indexOf(line.text, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += line.text.length;
        }
        for (const line of lines) {
          if (line.kind === "none") expect(line.reason).not.toBe("");
          else
            expect(line.quantity).toSatisfy(
              (count: number) =>
                count > 0 &&
                count <= maxQuantity &&
                (Number.isInteger(count) || line.rows.every(({ option }) => option.unit === "kg")),
            );
          if (line.kind === "several") expect(line.rows.length).toBeGreaterThan(1);
        }
      }),
    );
  });

  test("is not filled in as soon as a second product has the same words", () => {
    const twins = listSaleRows([...products, ...products.map((one) => ({ ...one }))]);
    fc.assert(
      fc.property(typedText, (text) => {
        expect(parsePastedList(text, twins).filter(({ kind }) => kind === "one")).toEqual([]);
      }),
    );
  });
});
