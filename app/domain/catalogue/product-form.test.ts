import { expect, test } from "vitest";
import { formOfFood } from "./food/form.ts";
import { mainOption } from "./options/sale-options.ts";
import {
  formOfEntered,
  formOfOption,
  newEntered,
  productFormSchema,
  productOfForm,
} from "./product-form.ts";

const box = { ...mainOption("caixa", 150), contains: 4 };
const form = {
  title: "Polpa de cajá",
  slug: "polpa-de-caja",
  external_id: "",
  group: "",
  price: "40,00",
  stock: "5",
  category: "" as const,
  unit: "pacote" as const,
  visible: true,
  food: formOfFood({}),
  fiscal: {},
  images: [],
  short_desc: "",
  long_desc: "",
  ingredients: "",
  ...formOfEntered(newEntered),
  variable_weight: false,
  sale_options: [formOfOption(mainOption("unidade", 0)), formOfOption(box)],
};

function errorsOf(given: object): Record<string, string> {
  const result = productFormSchema().safeParse({ ...form, ...given });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

test("the first option has the price and the unit of the product", () => {
  const body = productOfForm(productFormSchema().parse(form));
  expect(body.specs).toEqual({ unit: "pacote" });
  expect(body.sale_options).toEqual([mainOption("pacote", 40), box]);
});

test("a withdrawn option is sent as such, and another one without the field", () => {
  const withdrawn = formOfOption({ ...box, active: false });
  const [main] = form.sale_options;
  const body = productOfForm(
    productFormSchema().parse({ ...form, sale_options: [main, withdrawn] }),
  );
  expect(JSON.parse(JSON.stringify(body.sale_options[1]))).toEqual({ ...box, active: false });
});

test("of rating and package only what changed is sent, and the weighing of kg", () => {
  const usual = newEntered.packageInfo;
  const packageInfo = { ...form.packageInfo, packagesPerBox: "6" };
  const weighed = { ...form, rating: "4,8", packageInfo, unit: "kg", variable_weight: true };
  const body = productOfForm(productFormSchema().parse(weighed));
  const specs = { rating: 4.8, packageInfo: { packagesPerBox: 6 }, variable_weight: true };
  expect(body.specs).toEqual({ unit: "kg", ...specs });
  const stored = { entered: { rating: 4.8, packageInfo: { ...usual, packagesPerBox: 6 } }, specs };
  const piece = productOfForm(productFormSchema().parse({ ...weighed, unit: "unidade" }), stored);
  expect(piece.specs).toEqual({ unit: "unidade", variable_weight: false });
});

test("an emptied rating or count is removed, also of a new product", () => {
  const empty = { ...form, ...formOfEntered({ packageInfo: {} }) };
  expect(productOfForm(productFormSchema().parse(empty)).specs).toMatchObject({
    rating: null,
    packageInfo: { unitsPerPackage: null, packagesPerBox: null, unitsPerBox: null },
  });
  const stored = { entered: { rating: 4.8, packageInfo: { packagesPerBox: 6 } }, specs: {} };
  const body = productOfForm(
    productFormSchema().parse({ ...form, ...formOfEntered({ packageInfo: {} }) }),
    stored,
  );
  expect(body.specs).toEqual({
    unit: "pacote",
    rating: null,
    packageInfo: { packagesPerBox: null },
  });
});

test("errors have the path of their field", () => {
  expect(errorsOf({ unit: "caixa" })).toEqual({
    "sale_options.1.unit": "Já existe uma opção em caixa",
  });
  const [main] = form.sale_options;
  const odd = { ...formOfOption(box), minimum: "3", step: "2", contains: "0" };
  expect(errorsOf({ sale_options: [main, odd] })).toEqual({
    "sale_options.1.contains": "Use um número inteiro de 1 a 10.000.",
    "sale_options.1.minimum": "O mínimo deve ser múltiplo de 2",
  });
  expect(
    Object.keys(
      errorsOf({ price: "1,005", sale_options: [{ ...main, tiers: [{ from: "2", price: "1" }] }] }),
    ),
  ).toContain("price");
  const tiers = [
    { from: "10", price: "30,00" },
    { from: "20", price: "30,00" },
  ];
  expect(errorsOf({ sale_options: [{ ...main, tiers }] })).toEqual({
    "sale_options.0.tiers.1.price": "O preço a partir de 20 deve ser menor que o de 10",
  });
});

test("a price or stock that is no number counts as 0, any other number is an error", () => {
  const parsed = productFormSchema().parse({ ...form, price: "caro", stock: "" });
  expect(parsed).toMatchObject({ price: 0, stock: 0 });
  const [main] = form.sale_options;
  const tiers = [{ from: "dez", price: "barato" }];
  const option = { ...formOfOption(box), price: "", minimum: "um" };
  expect(
    errorsOf({
      rating: "boa",
      packageInfo: { ...form.packageInfo, unitsPerBox: "muitas" },
      sale_options: [{ ...main, tiers }, option],
    }),
  ).toEqual({
    rating: "Use uma nota de 0 a 5.",
    "packageInfo.unitsPerBox": "Use um número inteiro de 1 a 100.000.",
    "sale_options.0.tiers.0.from": "Use um número inteiro de 1 a 9999.",
    "sale_options.0.tiers.0.price": "Informe um número.",
    "sale_options.1.minimum": "Use um número inteiro de 1 a 9999.",
    "sale_options.1.price": "Informe um número.",
  });
});
