import { useEffect, useRef, useState } from "react";
import { quoteOption, type TablePrices } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { findProducts } from "#app/routes/admin/kit/find-products.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { useAnswers } from "./suggest-field.tsx";

type ProductPickerProps = {
  open: boolean;
  title: string;
  /** The text that is searched when it opens, such as a barcode or the words of a line. */
  initialText?: string | undefined;
  /** The sale unit that is proposed first. */
  unit?: SaleUnit | undefined;
  /** The prices of the customer's table. */
  prices?: TablePrices | undefined;
  onClose: () => void;
  onPick: (product: Product, unit: SaleUnit) => void;
};

type PickerRow = { product: Product; option: Product["sale_options"][number] };

/** Finds a product by its name, and one of its sale units. Enter takes the first. */
export function ProductPicker(props: ProductPickerProps) {
  const { open, title, initialText = "", unit, prices, onClose, onPick } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setText] = useState<string>();
  const text = typed ?? initialText;
  /** Enter was pressed before the products of the text came, as a scanner does. */
  const [isAwaited, setAwaited] = useState(false);
  if (!open && typed !== undefined) setText(undefined);
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  const { items: products, isSearching } = useAnswers(open ? text : "", findProducts);
  const rows = products.flatMap((product) =>
    product.sale_options.map((option): PickerRow => ({ product, option })),
  );
  const inUnit = rows.filter(({ option }) => option.unit === unit);
  const sorted = [...inUnit, ...rows.filter((row) => !inUnit.includes(row))];
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    const [first] = sorted;
    if (open && first) onPick(first.product, first.option.unit);
  });
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex min-h-80 flex-col gap-3 p-5 md:p-8">
        <TextField
          ref={input}
          label="Produto"
          type="search"
          autoComplete="off"
          value={text}
          enterKeyHint="next"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAwaited(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The browser would send the form around the dialog.
            event.preventDefault();
            setAwaited(true);
          }}
        />
        <ul className="divide-y divide-line">
          {sorted.map(({ product, option }) => (
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
          ))}
        </ul>
        {text.trim() !== "" && !isSearching && products.length === 0 && (
          <p className="text-muted">Nenhum produto com este nome ou código de barras.</p>
        )}
      </div>
    </Dialog>
  );
}
