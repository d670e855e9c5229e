import { useEffect, useState } from "react";
import { quoteOption, type TablePrices } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { findProducts } from "#app/routes/admin/kit/find-products.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";

type ProductPickerProps = {
  open: boolean;
  title: string;
  /** What is searched when it opens, such as a barcode. */
  initialText?: string | undefined;
  /** Of the customer's table. */
  prices?: TablePrices | undefined;
  onClose: () => void;
  onPick: (product: Product, unit: SaleUnit) => void;
};

/** Finds a product by its name, and one of its sale units. */
export function ProductPicker(props: ProductPickerProps) {
  const { open, title, initialText = "", prices, onClose, onPick } = props;
  const [typed, setText] = useState<string>();
  const text = typed ?? initialText;
  const [found, setFound] = useState<{ text: string; products: Product[] }>();
  if (!open && typed !== undefined) setText(undefined);
  const query = text.trim();
  useEffect(() => {
    if (query === "") return;
    let isCurrent = true;
    void findProducts(query).then((products) => {
      if (isCurrent) setFound({ text: query, products });
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  const products = query === "" || !found ? [] : found.products;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex min-h-80 flex-col gap-3 p-5 md:p-8">
        <TextField
          label="Produto"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ul className="divide-y divide-line">
          {products.flatMap((product) =>
            product.sale_options.map((option) => (
              <li key={`${product.id} ${option.unit}`}>
                <button
                  type="button"
                  onClick={() => onPick(product, option.unit)}
                  className="flex min-h-12 w-full items-center gap-3 py-2 text-start hover:bg-sunken"
                >
                  <span className="min-w-0 grow wrap-anywhere">
                    {product.title}
                    <span className="block text-sm text-muted">
                      {quoteOption(product, option, 1).label}
                    </span>
                  </span>
                  <Price amount={(prices?.(product, option) ?? option).price} />
                  <StockBadge stock={product.stock} />
                </button>
              </li>
            )),
          )}
        </ul>
        {found?.text === query && query !== "" && products.length === 0 && (
          <p className="text-muted">Nenhum produto com este nome ou código de barras.</p>
        )}
      </div>
    </Dialog>
  );
}
