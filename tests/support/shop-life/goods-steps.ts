import fc from "fast-check";
import { amount, aProduct, choice, count, type Kind, kind, pick } from "./kind.ts";
import type { Life } from "./life.ts";

const entry = { product: choice, option: choice, quantity: count, lot: fc.boolean() };
type Entry = { product: number; option: number; quantity: number; lot: boolean };

function enter(life: Life, reason: string, { product, option, quantity, lot }: Entry) {
  const { id, options } = pick(life.state.products, product);
  const line = {
    product_id: id,
    unit: pick(options, option).unit,
    quantity,
    ...(lot && { lot: "A12", expires_on: "2032-03-31" }),
    ...(reason === "entrada" && { cost: 3.21 }),
    ...(reason === "perda" && { note: "Vencido" }),
  };
  return life.send("POST", "/stock-movements", { reason, lines: [line] });
}

const entryStep = (reason: string, weight = 1) =>
  kind<Entry>({
    args: entry,
    weight,
    when: aProduct,
    run: (life, chosen) => enter(life, reason, chosen),
  });

const changeProduct = (life: Life, product: number, changes: object) => {
  const { id, version } = pick(life.state.products, product);
  return life.send("PATCH", `/products/${id}`, { version, ...changes });
};

export const goodsSteps: Record<string, Kind> = {
  "receive goods": entryStep("entrada", 2),
  "count goods": entryStep("contagem"),
  "lose goods": entryStep("perda"),
  "receive goods and undo it": kind<Entry>({
    args: entry,
    when: aProduct,
    run: async (life, chosen) => {
      // Goods that were sold before they were received have left the shop: such an entry cannot be undone.
      if (pick(life.state.products, chosen.product).stock < 0) return undefined;
      return life.undoing(async () => ({
        response: await enter(life, "entrada", chosen),
        undo: ({ items: [item] }: { items: { movement_id: number }[] }) =>
          life.send("POST", `/stock-movements/${item?.movement_id}/undo`),
      }));
    },
  }),
  "change a price": kind<{ product: number; option: number; price: number }>({
    args: { product: choice, option: choice, price: amount },
    weight: 2,
    when: aProduct,
    run: (life, { product, option, price }) => {
      const { options } = pick(life.state.products, product);
      const changed = pick(options, option);
      const sale_options = options.map((one) =>
        one === changed ? { ...one, price, tiers: [] } : one,
      );
      return changeProduct(life, product, { sale_options });
    },
  }),
  "change all prices and undo it": kind<{ percent: number }>({
    args: { percent: fc.integer({ min: -20, max: 20 }) },
    when: aProduct,
    run: (life, { percent }) =>
      life.undoing(async () => {
        const products = life.state.products.map(({ id, version }) => ({ id, version }));
        const response = await life.send("POST", "/products/prices", { products, percent });
        return {
          response,
          undo: ({ items }: { items: { id: string; version: number; status: string }[] }) => {
            const changed = items.filter(({ status }) => status === "changed");
            const read = changed.map(({ id, version }) => ({ id, version }));
            return read.length > 0
              ? life.send("POST", "/products/prices/undo", { products: read })
              : undefined;
          },
        };
      }),
  }),
  "hide or show a product": kind<{ product: number }>({
    args: { product: choice },
    when: aProduct,
    run: (life, { product }) =>
      changeProduct(life, product, { visible: !pick(life.state.products, product).visible }),
  }),
  "delete a product": kind<{ product: number }>({
    args: { product: choice },
    when: ({ products }) => products.length > 2,
    run: (life, { product }) =>
      life.send("DELETE", `/products/${pick(life.state.products, product).id}`),
  }),
  "add a product": kind<{ price: number; stock: number }>({
    args: { price: amount, stock: fc.nat(30) },
    when: ({ products }) => products.length < 6,
    run: (life, { price, stock }) =>
      life.send("POST", "/products", { title: "Novo", slug: life.nextName("novo"), price, stock }),
  }),
  "change fee and minimum of the shop": kind<{ fee: number; minimum: number; free: number }>({
    args: { fee: fc.nat(20), minimum: fc.nat(30), free: fc.nat(100) },
    when: () => true,
    run: async (life, { fee, minimum, free }) => {
      const { version } = await life.read<{ version: number }>("/settings");
      return life.send("PATCH", "/settings", {
        version,
        delivery_settings: {
          delivery_fee: fee,
          minimum_order: minimum,
          free_delivery_minimum: free,
        },
      });
    },
  }),
};
