import type { DatabaseLog } from "./database.ts";
import type { pedidos, products, recipes } from "./schema.ts";

/** Prints warnings and errors in the test output. */
export const testLog: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};

// Valid rows, with the given columns replaced.

export function productRow(row: Partial<typeof products.$inferInsert> = {}) {
  return {
    title: "Polpa de caju",
    slug: "polpa-de-caju",
    category: "polpas",
    price: "12.50",
    ...row,
  };
}

export function recipeRow(row: Partial<typeof recipes.$inferInsert> = {}) {
  return { title: "Suco de caju", slug: "suco-de-caju", ingredients: ["1 polpa"], ...row };
}

const customer = {
  name: "Ana Souza",
  email: "ana@example.com",
  phone: "11987654321",
  document: "52998224725",
  zipCode: "01310100",
  street: "Avenida Paulista",
  number: "1000",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
  totalItems: 3,
  timestamp: "2026-01-02T03:04:05.678Z",
};

const item = {
  product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11",
  product_name: "Polpa de caju",
  quantity: 3,
  unit: "unidade" as const,
  price: 0.1,
  total: 0.3,
};

/** Three units at R$ 0,10, without a delivery fee. */
export function orderRow(row: Partial<typeof pedidos.$inferInsert> = {}) {
  return { valor_total: "0.30", cliente_info: customer, itens: [item], ...row };
}

export function orderItem(changes: Partial<typeof item> = {}) {
  return { ...item, ...changes };
}
