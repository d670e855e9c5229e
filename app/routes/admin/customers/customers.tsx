import { useState } from "react";
import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import { type Customer, customerListSchema } from "#app/domain/customers/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { RelativeTime, StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { useEditedRow } from "#app/routes/admin/kit/editing/row-list.tsx";
import type { Choice } from "#app/routes/admin/kit/fields/fields.tsx";
import { DownloadLink } from "#app/routes/admin/kit/links.tsx";
import { amountColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { formatDocument, formatPhone } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { PageAction, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { spreadsheetTypes } from "#app/routes/admin/kit/spreadsheet.ts";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/customers";
import { LinkRequests } from "./customer-access.tsx";
import { CustomerEditor } from "./customer-editor.tsx";
import { CustomerImportDialog } from "./customer-import-dialog.tsx";
import { PersonalDataDialog } from "./personal-data-dialog.tsx";

const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { search, inactive, cursor } = customerListSchema.shape;
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const shop = context.get(shopContext);
  const page = await shop.customers.list({
    search: search.catch(undefined).parse(given("q")),
    inactive: inactive.catch(undefined).parse(given("inativos")),
    cursor: cursor.catch(undefined).parse(given("cursor")),
    limit: pageSize,
  });
  return {
    ...page,
    tables: await shop.catalogue.listTableNames(),
    requests: await shop.customerArea.listLinkRequests(),
  };
}

const activityChoices: Choice[] = [
  ["", "Todos os clientes"],
  ["1", "Não compra há 30 dias"],
];

export default function CustomersPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, tables, requests } = loaderData;
  const { filter } = useFilterParams();
  const { edited, edit } = useEditedRow(items);
  const [isErasing, setErasing] = useState(false);
  const isFiltered = filter("q") !== "" || filter("inativos") !== "";
  return (
    <>
      <PageHeader title="Clientes" description="Quem compra, o quê e quanto">
        <div className="flex flex-wrap gap-2">
          <Allowed>
            <CustomerFiles />
          </Allowed>
          <Allowed area="customers">
            <PageAction onClick={() => edit()}>Novo Cliente</PageAction>
          </Allowed>
          <Allowed>
            <MoreMenu iconOnly>
              <MenuItem icon="icon-[lucide--user-x]" danger onAct={() => setErasing(true)}>
                Apagar dados pessoais (LGPD)
              </MenuItem>
            </MoreMenu>
          </Allowed>
        </div>
      </PageHeader>
      <LinkRequests requests={requests} />
      <FilterBar search={<SearchField label="Buscar por nome, documento ou telefone..." />}>
        <FilterSelect label="Filtrar por compras" name="inativos" choices={activityChoices} />
      </FilterBar>
      {items.length > 0 ? (
        <DataTable
          caption="Clientes"
          columns={columns}
          rows={items}
          narrow="growing-rows"
          pressable
        />
      ) : (
        <EmptyRows
          icon="icon-[lucide--users]"
          title={isFiltered ? "Nenhum cliente encontrado" : "Nenhum cliente ainda"}
        >
          {isFiltered ? <ClearFilters /> : "O primeiro pedido traz o primeiro cliente."}
        </EmptyRows>
      )}
      <MoreCustomers cursor={next_cursor} />
      {isErasing && <PersonalDataDialog open onClose={() => setErasing(false)} />}
      {edited && <CustomerEditor key={edited.key} {...edited.props} tables={tables} />}
    </>
  );
}

function MoreCustomers({ cursor }: { cursor: string | null }) {
  const { filter } = useFilterParams();
  const params = new URLSearchParams(
    [
      ["q", filter("q")],
      ["inativos", filter("inativos")],
      ["cursor", cursor ?? ""],
    ].filter(([, value]) => value !== ""),
  );
  if (filter("cursor") === "" && cursor === null) return null;
  return (
    <nav aria-label="Páginas" className="mt-4 flex flex-wrap justify-between gap-3">
      {filter("cursor") !== "" && (
        <ButtonLink variant="outline" to="/admin/customers">
          Voltar ao início
        </ButtonLink>
      )}
      {cursor !== null && (
        <ButtonLink variant="outline" to={`?${params}`} className="ml-auto">
          Mais clientes
        </ButtonLink>
      )}
    </nav>
  );
}

const columns: Column<Customer>[] = [
  {
    header: "Cliente",
    card: "title",
    cell: ({ id, name, trade_name, document, phone, blocked }) => (
      <div className="max-w-96 min-w-0">
        <Link
          to={`/admin/customers/${id}`}
          data-row-open
          className="block truncate font-semibold hover:underline"
        >
          {trade_name ?? name}
        </Link>
        <p className="truncate text-sm leading-tight text-muted">
          {document && formatDocument(document)}
          {phone && (
            <span className={document ? "@max-[44rem]/table-frame:hidden" : undefined}>
              {document && " · "}
              {formatPhone(phone)}
            </span>
          )}
        </p>
        {blocked && <StatusBadge tone="danger">Bloqueado</StatusBadge>}
      </div>
    ),
  },
  {
    header: "Último pedido",
    card: "more",
    cell: ({ last_order_at }) =>
      last_order_at ? (
        <RelativeTime instant={last_order_at} className="@max-[44rem]/table-frame:text-sm" />
      ) : (
        "Nenhum"
      ),
  },
  {
    header: "Pedidos em 90 dias",
    align: "end",
    card: "meta",
    cell: ({ orders_90_days }) => (
      <span className="@max-[44rem]/table-frame:text-sm">
        {orders_90_days}
        <span className="@min-[44rem]/table-frame:hidden"> em 90 dias</span>
      </span>
    ),
  },
  amountColumn("Total", "end", ({ total }) => total),
  {
    header: "Em aberto",
    align: "end",
    card: "badge",
    cell: ({ open_amount }) =>
      open_amount > 0 && (
        <span className="@max-[44rem]/table-frame:text-sm">
          <span className="@min-[44rem]/table-frame:hidden">em aberto </span>
          <Price amount={open_amount} />
        </span>
      ),
  },
];

/** Downloads the filtered customers as CSV, and imports a file. */
function CustomerFiles() {
  const { filter } = useFilterParams();
  const [file, setFile] = useState<File>();
  const query = String(
    new URLSearchParams({
      ...(filter("q") && { search: filter("q") }),
      ...(filter("inativos") && { inactive: "1" }),
    }),
  );
  return (
    <>
      <DownloadLink
        href={`/api/customers/export.csv${query && `?${query}`}`}
        title="Exportar CSV"
        isShort
      >
        Exportar CSV
      </DownloadLink>
      <label
        title="Importar planilha"
        className={`${buttonClasses({ variant: "outline" })} cursor-pointer max-sm:px-3`}
      >
        <span className="icon-[lucide--file-up] size-5" aria-hidden />
        <span className="max-sm:sr-only">Importar planilha</span>
        <input
          type="file"
          accept={spreadsheetTypes}
          className="sr-only"
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </label>
      {file && <CustomerImportDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}
