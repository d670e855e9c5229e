import { useState } from "react";
import { shopContext } from "#app/context.ts";
import { isInForce, tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { ListedTable, PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { priceTableKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { useEditedRow } from "#app/routes/admin/kit/editing/row-list.tsx";
import { SendByWhatsapp } from "#app/routes/admin/kit/links.tsx";
import {
  actionsColumn,
  type Column,
  DataTable,
  RowButton,
} from "#app/routes/admin/kit/lists/data-table.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { PageAction, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { dayOf } from "#app/shared/days.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/price-tables";
import { PriceTableEditor } from "./price-table-editor.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const categories = (await shop.catalogue.listCategories()).map(({ slug, name }) => ({
    slug,
    name,
  }));
  const tables = (await shop.catalogue.listPriceTables()).map((table) => ({
    ...table,
    link: table.link && url.origin + table.link,
  }));
  return { categories, tables, today: dayOf(new Date()) };
}

/** A table with the products that its fixed prices are of. */
type Opened = { id: string; table: PriceTable; products: Product[] };

const noTables: readonly Opened[] = [];
const productsPerRequest = 50;

async function openTable(id: string): Promise<Opened | undefined> {
  const answer = await callApi<PriceTable>("GET", `${priceTableKind.path}/${id}`);
  if (!answer.ok) {
    showProblem("Erro ao abrir a tabela", answer.problem);
    return undefined;
  }
  const table = answer.data;
  const ids = [...new Set(table.prices.map(({ product_id }) => product_id))];
  const products: Product[] = [];
  for (let at = 0; at < ids.length; at += productsPerRequest) {
    const part = ids.slice(at, at + productsPerRequest).join(",");
    const found = await callApi<{ items: Product[] }>("GET", `/api/products?all=1&ids=${part}`);
    if (found.ok) products.push(...found.data.items);
  }
  return { id, table, products };
}

type Asked = { row: ListedTable; what: "link" | "delete" };

export default function PriceTablesPage({ loaderData }: Route.ComponentProps) {
  const { categories, tables, today } = loaderData;
  const { edited, edit } = useEditedRow<Opened>(noTables);
  const opened = edited?.props.row;
  const [asked, setAsked] = useState<Asked>();
  const open = async (id: string) => {
    const table = await openTable(id);
    if (table) edit(table);
  };
  const columns = listColumns(today, open, setAsked);
  const current = asked && tables.find(({ id }) => id === asked.row.id);
  return (
    <>
      <PageHeader title="Tabelas de preços" description="Preços próprios de alguns clientes">
        <PageAction onClick={() => edit()}>Nova Tabela</PageAction>
      </PageHeader>
      {tables.length > 0 ? (
        <DataTable
          caption="Tabelas de preços"
          columns={columns}
          rows={tables}
          narrow="growing-rows"
          pressable
        />
      ) : (
        <EmptyRows icon="icon-[lucide--tags]" title="Nenhuma tabela ainda">
          Uma tabela dá preços próprios a quem abre o link dela, como as suas lanchonetes.
        </EmptyRows>
      )}
      {edited && (
        <PriceTableEditor
          key={edited.key}
          {...edited.props}
          row={opened?.table}
          listed={opened?.table}
          products={opened?.products ?? []}
          categories={categories}
        />
      )}
      {asked?.what === "link" && current && (
        <LinkDialog table={current} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === "delete" && current && (
        <DeleteDialog table={current} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function listColumns(
  today: string,
  open: (id: string) => Promise<void>,
  ask: (asked: Asked) => void,
): Column<ListedTable>[] {
  return [
    {
      header: "Tabela",
      card: "title",
      cell: ({ id, name }) => (
        <button
          type="button"
          data-row-open
          onClick={() => void open(id)}
          className="block max-w-full text-start font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </button>
      ),
    },
    {
      header: "Situação",
      card: "badge",
      cell: (table) =>
        isInForce(table, today) ? (
          <StatusBadge tone={table.link ? "success" : "neutral"}>
            {table.link ? "Vale" : "Link desativado"}
          </StatusBadge>
        ) : (
          <StatusBadge tone="neutral">{describeRest(table, today)}</StatusBadge>
        ),
    },
    {
      header: "Clientes",
      align: "end",
      card: "meta",
      cell: ({ customers }) => (
        <span>
          {customers}
          <span className="@min-[44rem]/table-frame:hidden">
            {customers === 1 ? " cliente" : " clientes"}
          </span>
        </span>
      ),
    },
    {
      header: "Preços fixos",
      align: "end",
      card: "hidden",
      cell: ({ fixed_prices }) => fixed_prices,
    },
    {
      header: "Pedido mínimo",
      align: "end",
      card: "hidden",
      cell: ({ minimum_order }) => minimum_order !== null && <Price amount={minimum_order} />,
    },
    actionsColumn((row) => (
      <div className="flex items-center justify-end">
        <RowButton action="Link" name={row.name} onClick={() => ask({ row, what: "link" })} />
        <MoreMenu iconOnly label={`Mais: ${row.name}`}>
          <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => ask({ row, what: "delete" })}>
            Excluir
          </MenuItem>
        </MoreMenu>
      </div>
    )),
  ];
}

function describeRest({ active, valid_from }: ListedTable, today: string): string {
  if (!active) return "Desligada";
  return valid_from && valid_from > today ? "Agendada" : "Terminou";
}

type TableDialogProps = { table: ListedTable; onClose: () => void };

/** The link of a table: to copy, to send, and to revoke. */
function LinkDialog({ table, onClose }: TableDialogProps) {
  const { id, name, version, link } = table;
  const { act, pending } = useAction();
  const text = `Seus preços (${tableTitle(name)}): ${link}`;

  const change = (link_active: boolean) =>
    act("PATCH", `${priceTableKind.path}/${id}`, {
      body: { link_active, version },
      done: link_active ? "Novo link criado" : "Link desativado",
      failed: priceTableKind.updateFailed,
    });

  return (
    <Dialog open onClose={onClose} title={`Link de ${name}`}>
      <div className="flex flex-col gap-5 p-5 md:p-8">
        {link ? (
          <>
            <p>
              Quem abre este link vê os preços da tabela neste aparelho, até você desativar ou a
              pessoa tocar em 'Sair da tabela'.
            </p>
            <p className="rounded-sm bg-sunken p-3 wrap-anywhere">{link}</p>
            <div className="flex flex-wrap gap-3">
              <CopyButton text={link} label="Copiar link" showLabel />
              <SendByWhatsapp text={text} />
            </div>
          </>
        ) : (
          <p>O link foi desativado: quem o abriu voltou aos preços públicos.</p>
        )}
        <div className="flex flex-wrap gap-3 border-t border-line pt-5">
          <Button variant="outline" pending={pending !== undefined} onClick={() => change(true)}>
            Gerar novo link
          </Button>
          {link && (
            <Button variant="outline" pending={pending !== undefined} onClick={() => change(false)}>
              Desativar link
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">
          A mudança vale na hora: o link antigo deixa de mostrar os preços em todos os aparelhos, e
          os carrinhos ficam.
        </p>
      </div>
    </Dialog>
  );
}

function DeleteDialog({ table, onClose }: TableDialogProps) {
  const { act } = useAction();
  async function remove() {
    await act("DELETE", `${priceTableKind.path}/${table.id}`, {
      done: "Tabela excluída",
      failed: "Erro ao excluir a tabela",
    });
    onClose();
  }
  return (
    <ConfirmDialog
      open
      title={`Excluir ${table.name}?`}
      confirmLabel="Excluir"
      onConfirm={remove}
      onClose={onClose}
    >
      Quem usa esta tabela volta aos preços públicos. Os pedidos guardam o nome dela.
    </ConfirmDialog>
  );
}
