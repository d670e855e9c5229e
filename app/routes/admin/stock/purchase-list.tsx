import { Link, useSearchParams } from "react-router";
import {
  groupBySupplier,
  type PurchaseRow,
  purchaseDays,
  salesDays,
  writePurchaseText,
} from "#app/domain/stock/purchase-list.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { ChoiceFilter } from "#app/routes/admin/kit/fields/day-field.tsx";
import { DownloadLink } from "#app/routes/admin/kit/links.tsx";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { formatQuantity, formatUnits } from "#app/shared/units.ts";
import { ButtonLink } from "#app/ui/button.tsx";

type PurchaseListProps = { rows: readonly PurchaseRow[]; days: number; showsAll: boolean };

/** The goods to buy, as a table and as a message to each supplier. */
export function PurchaseList({ rows, days, showsAll }: PurchaseListProps) {
  const [params, setParams] = useSearchParams();
  const missing = rows.filter(({ suggested }) => suggested > 0);
  const listed = showsAll ? rows : missing;
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        if (value === "") current.delete(name);
        else current.set(name, value);
        return current;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <ChoiceFilter
          label="Comprar para"
          value={String(days)}
          choices={purchaseDays.map((option) => [String(option), `Para ${option} dias`])}
          onChoose={(value) => change("dias", value)}
        />
        <ChoiceFilter
          label="Produtos"
          value={params.get("todos") ?? ""}
          choices={[
            ["", "Só o que falta"],
            ["1", "Todos com venda ou mínimo"],
          ]}
          onChoose={(value) => change("todos", value)}
        />
        <Allowed>
          <DownloadLink href={`/api/purchase-list.csv?days=${days}`} className="max-sm:col-span-2">
            Baixar lista (CSV)
          </DownloadLink>
        </Allowed>
      </div>
      <p className="mb-4 text-muted">
        Para vender por {days} dias como nas últimas quatro semanas, sem ficar abaixo do mínimo.
      </p>
      {listed.length === 0 ? (
        <EmptyRows
          icon="icon-[lucide--shopping-basket]"
          title={showsAll ? "Nenhum produto vendido ou com mínimo" : "Não falta nada"}
        />
      ) : (
        <DataTable
          caption="Lista de compras"
          columns={columns}
          rows={listed}
          rowKey={({ product_id }) => product_id}
          narrow="growing-rows"
        />
      )}
      {groupBySupplier(missing).map(([supplier, supplierRows]) => (
        <SupplierMessage key={supplier ?? ""} supplier={supplier} rows={supplierRows} />
      ))}
    </>
  );
}

type SupplierMessageProps = { supplier: string | null; rows: readonly PurchaseRow[] };

function SupplierMessage({ supplier, rows }: SupplierMessageProps) {
  const text = writePurchaseText(rows);
  const name = supplier ?? "Sem fornecedor";
  return (
    <section aria-label={`Pedido a ${name}`} className="mt-6">
      <h2 className="mb-2 text-lg wrap-anywhere">{name}</h2>
      <div className="rounded-md border border-line bg-background p-4">
        <p className="mb-3 wrap-anywhere whitespace-pre-line">{text}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            to={`https://wa.me/?text=${encodeURIComponent(text)}`}
            variant="outline"
            aria-label={`Enviar no WhatsApp o pedido a ${name}`}
          >
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Enviar no WhatsApp
          </ButtonLink>
          <CopyButton text={text} label="Copiar texto" showLabel />
        </div>
      </div>
    </section>
  );
}

/** The class of a text that replaces the headers in a row of a phone. */
const onPhone = "@min-[44rem]/table-frame:hidden";

const columns: Column<PurchaseRow>[] = [
  {
    header: "Produto",
    card: "title",
    cell: ({ product_id, title, supplier }) => (
      <div className="wrap-anywhere">
        <Link to={`/admin/stock/products/${product_id}`} className="font-semibold underline">
          {title}
        </Link>
        {supplier && <p className="text-sm text-muted">{supplier}</p>}
      </div>
    ),
  },
  {
    header: "Livre",
    align: "end",
    card: "meta",
    cell: ({ free, minimum, sold }) => (
      <span>
        <span className={onPhone}>Livre </span>
        {formatQuantity(free)}
        <span className={onPhone}>
          {minimum !== null && `, mínimo ${formatQuantity(minimum)}`}, vendidos{" "}
          {formatQuantity(sold)}
        </span>
      </span>
    ),
  },
  {
    header: "Mínimo",
    align: "end",
    card: "hidden",
    cell: ({ minimum }) => (minimum === null ? "–" : formatQuantity(minimum)),
  },
  {
    header: `Vendido em ${salesDays} dias`,
    align: "end",
    card: "hidden",
    cell: ({ sold }) => formatQuantity(sold),
  },
  {
    header: "Dura",
    align: "end",
    card: "badge",
    cell: ({ cover_days }) =>
      cover_days === null ? "–" : `${cover_days} ${cover_days === 1 ? "dia" : "dias"}`,
  },
  {
    header: "Comprar",
    align: "end",
    card: "end",
    cell: ({ suggested, unit }) => <strong>{formatUnits(suggested, unit)}</strong>,
  },
];
