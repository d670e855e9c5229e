import { useRef, useState } from "react";
import { type Answer, sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
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

const maxProducts = 6;

/** Finds a product and adds it, in one of its sale units. */
export function AddSeriesLine({ onAdd }: { onAdd: (line: AddedLine) => void }) {
  const { text, setText, search, answer, reset } = useProductSearch();
  const products = answer?.ok ? answer.data.items : [];
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Acrescentar produto"
          name="product"
          autoComplete="off"
          className="grow basis-40"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void search();
          }}
        />
        <Button
          variant="outline"
          className="min-h-12"
          disabled={!text.trim()}
          onClick={() => void search()}
        >
          Buscar
        </Button>
      </div>
      {answer?.ok && products.length === 0 && <p role="status">Nenhum produto encontrado.</p>}
      {answer?.ok === false && (
        <p role="alert" className="text-danger-ink">
          {explainProblem(answer.problem)}
        </p>
      )}
      <ul className="flex flex-wrap gap-2">
        {products.flatMap((product) =>
          product.sale_options.map(({ unit, minimum, step }) => (
            <li key={product.id + unit}>
              <Button
                variant="outline"
                onClick={() => {
                  const { id: product_id, title: product_name } = product;
                  onAdd({ product_id, product_name, unit, quantity: minimum, minimum, step });
                  reset();
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

function useProductSearch() {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Answer<{ items: Product[] }>>();
  const lastSearch = useRef(0);

  async function search() {
    const q = text.trim();
    if (q === "") return;
    lastSearch.current += 1;
    const number = lastSearch.current;
    const query = new URLSearchParams({ q, limit: String(maxProducts) });
    const result = await sendRequest<{ items: Product[] }>("GET", `/api/products?${query}`);
    if (number === lastSearch.current) setAnswer(result);
  }

  function reset() {
    lastSearch.current += 1;
    setAnswer(undefined);
    setText("");
  }
  return { text, setText, search, answer, reset };
}
