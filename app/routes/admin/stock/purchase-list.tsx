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
import { type Column, DataTable } from "#app/routes/admin/kit/data-table.tsx";
import { filterBoxClasses } from "#app/routes/admin/kit/day-field.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { formatQuantity, formatUnits } from "#app/shared/units.ts";
import { ButtonLink, buttonClasses } from "#app/ui/button.tsx";

type PurchaseListProps = { rows: readonly PurchaseRow[]; days: number; showsAll: boolean };

/** What to buy, as a table and as a message to each supplier. */
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
        <select
          aria-label="Comprar para"
          value={days}
          onChange={({ currentTarget }) => change("dias", currentTarget.value)}
          className={filterBoxClasses}
        >
          {purchaseDays.map((option) => (
            <option key={option} value={option}>{`Para ${option} dias`}</option>
          ))}
        </select>
        <select
          aria-label="Produtos"
          value={params.get("todos") ?? ""}
          onChange={({ currentTarget }) => change("todos", currentTarget.value)}
          className={filterBoxClasses}
        >
          <option value="">Só o que falta</option>
          <option value="1">Todos com venda ou mínimo</option>
        </select>
        <Allowed>
          <a
            href={`/api/purchase-list.csv?days=${days}`}
            download
            className={`${buttonClasses({ variant: "outline" })} max-sm:col-span-2`}
          >
            <span className="icon-[lucide--download] size-5" aria-hidden />
            Baixar lista (CSV)
          </a>
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

/** What a row of a phone says in place of the headers. */
const onPhone = "@min-[44rem]/table-frame:hidden";

const columns: Column<PurchaseRow>[] = [
  {
    key: "title",
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
    key: "free",
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
    key: "minimum",
    header: "Mínimo",
    align: "end",
    card: "hidden",
    cell: ({ minimum }) => (minimum === null ? "–" : formatQuantity(minimum)),
  },
  {
    key: "sold",
    header: `Vendido em ${salesDays} dias`,
    align: "end",
    card: "hidden",
    cell: ({ sold }) => formatQuantity(sold),
  },
  {
    key: "cover",
    header: "Dura",
    align: "end",
    card: "badge",
    cell: ({ cover_days }) =>
      cover_days === null ? "–" : `${cover_days} ${cover_days === 1 ? "dia" : "dias"}`,
  },
  {
    key: "suggested",
    header: "Comprar",
    align: "end",
    card: "end",
    cell: ({ suggested, unit }) => <strong>{formatUnits(suggested, unit)}</strong>,
  },
];
