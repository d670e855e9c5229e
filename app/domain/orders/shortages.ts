/** A product of which a pending order, with the other pending ones, needs more than there is; in main units. */
export type Shortage = {
  order_id: string;
  product_id: string;
  product_name: string;
  needed: number;
  /** In other pending orders. */
  elsewhere: number;
  stock: number;
};

/** 'precisa 120, tem 113 (mais 20 em outros pedidos)' */
export function describeShortage({ needed, stock, elsewhere }: Shortage): string {
  const [wanted, there, more] = [needed, stock, elsewhere].map((count) =>
    count.toLocaleString("pt-BR"),
  );
  return `precisa ${wanted}, tem ${there}${elsewhere > 0 ? ` (mais ${more} em outros pedidos)` : ""}`;
}
