import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { overwriteFields } from "#app/routes/admin/editing/row-writes.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, type Problem, showProblem } from "#app/routes/admin/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";

type SelectionBarProps = {
  products: readonly Product[];
  /** How many products the list shows. */
  foundCount: number;
  onSelectAll: () => void;
  onChangePrices: () => void;
  onClear: () => void;
};

type Change = Partial<Pick<Product, "visible" | "stock">>;

const actions: { label: string; change: Change }[] = [
  { label: "Mostrar", change: { visible: true } },
  { label: "Ocultar", change: { visible: false } },
  { label: "Esgotado", change: { stock: 0 } },
];

/** Changes all selected products, one after another. Loaded on demand. */
export function SelectionBar(props: SelectionBarProps) {
  const { products, foundCount, onSelectAll, onChangePrices, onClear } = props;
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);

  async function run(work: (product: Product) => Promise<Problem | undefined>, done: string) {
    setPending(true);
    const problems: Problem[] = [];
    for (const product of products) {
      const problem = await work(product);
      if (problem) problems.push(problem);
    }
    setPending(false);
    const [first] = problems;
    if (first) showProblem(`${problems.length} de ${products.length} não mudaram`, first);
    else toast({ title: done, description: `${products.length} produto(s)` });
    onClear();
    await refetch();
  }
  function remove() {
    if (!confirm(`Tem certeza que deseja excluir ${products.length} produto(s)?`)) return;
    void run(deleteProduct, productKind.deleted);
  }
  return (
    <section
      aria-label="Produtos selecionados"
      className="sticky bottom-(--bottom-bar) z-20 mt-3 flex flex-wrap items-center gap-3 rounded-t-md border border-line bg-background px-4 py-3 shadow-bar"
    >
      <p role="status" className="mr-auto font-semibold">
        {products.length} selecionado(s)
      </p>
      {products.length < foundCount && (
        <Button look="ghost" onClick={onSelectAll}>
          Selecionar os {foundCount}
        </Button>
      )}
      <Button look="outline" disabled={pending} onClick={onChangePrices}>
        Mudar preços
      </Button>
      {actions.map(({ label, change }) => (
        <Button
          key={label}
          look="outline"
          disabled={pending}
          onClick={() =>
            run((product) => overwriteFields(productKind, product, change), productKind.updated)
          }
        >
          {label}
        </Button>
      ))}
      <Button look="ghost" disabled={pending} onClick={remove} className="text-danger-ink">
        Excluir
      </Button>
      <Button look="ghost" onClick={onClear}>
        Limpar seleção
      </Button>
    </section>
  );
}

async function deleteProduct({ id }: Product): Promise<Problem | undefined> {
  const answer = await callApi("DELETE", `${productKind.path}/${id}`);
  return answer.ok ? undefined : answer.problem;
}
