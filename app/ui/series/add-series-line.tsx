import { useState } from "react";
import { sendJson } from "#app/client/send-json.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type AddedLine = {
  product_id: string;
  product_name: string;
  unit: SaleUnit;
  quantity: number;
  minimum: number;
  step: number;
};

const shownProducts = 6;

/** Finds a product and adds it, in one of its sale units. */
export function AddSeriesLine({ onAdd }: { onAdd: (line: AddedLine) => void }) {
  const [q, setQ] = useState("");
  const [found, setFound] = useState<readonly Product[]>();
  async function search() {
    const query = new URLSearchParams({ q, limit: String(shownProducts) });
    const answer = await sendJson<{ items: Product[] }>("GET", `/api/products?${query}`);
    setFound(answer.ok ? answer.data.items : []);
  }
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Acrescentar produto"
          name="product"
          autoComplete="off"
          className="grow"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void search();
          }}
        />
        <Button
          variant="outline"
          className="min-h-12"
          disabled={!q.trim()}
          onClick={() => void search()}
        >
          Buscar
        </Button>
      </div>
      {found?.length === 0 && <p role="status">Nenhum produto encontrado.</p>}
      <ul className="flex flex-wrap gap-2">
        {found?.flatMap((product) =>
          product.sale_options.map(({ unit, minimum, step }) => (
            <li key={product.id + unit}>
              <Button
                variant="outline"
                onClick={() => {
                  const { id: product_id, title: product_name } = product;
                  onAdd({ product_id, product_name, unit, quantity: minimum, minimum, step });
                  setFound(undefined);
                  setQ("");
                }}
              >
                {product.title}, {unit}
              </Button>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
