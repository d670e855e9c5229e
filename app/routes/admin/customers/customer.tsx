import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import { isOverLimit } from "#app/domain/customers/rules.ts";
import type { Customer, CustomerDetail } from "#app/domain/customers/schema.ts";
import { describeTime } from "#app/domain/delivery/texts.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { formatOrderCount } from "#app/domain/orders/texts.ts";
import { describeBalance } from "#app/domain/receivables/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { useEditedRow } from "#app/routes/admin/kit/editing/row-list.tsx";
import { withToggled } from "#app/routes/admin/kit/fields/fields.tsx";
import { ContactLinks } from "#app/routes/admin/kit/links.tsx";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import {
  formatDocument,
  formatPhone,
  formatPostalCode,
  OrderStatusBadge,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import { FormSection, PageHeader, SectionLinks } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { CustomerSeries } from "#app/routes/admin/series/customer-series.tsx";
import { dayOf } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/customer";
import { CustomerAccess } from "./customer-access.tsx";
import { CustomerAccount } from "./customer-account.tsx";
import { CustomerAliases } from "./customer-aliases.tsx";
import { CustomerEditor } from "./customer-editor.tsx";
import { DeleteCustomerDialog } from "./delete-customer-dialog.tsx";

const shownOrders = 20;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const id = z.guid().safeParse(params.id).data?.toLowerCase();
  const customer = id && (await shop.customers.find(id));
  if (!customer) throw new Response(null, { status: 404 });
  const { items, total } = await shop.orders.list({ customer: customer.id, limit: shownOrders });
  const asked = url.searchParams.get("secao");
  return {
    customer,
    section: sections.find(([name]) => name === asked)?.[0] ?? "pedidos",
    today: dayOf(new Date()),
    orders: items,
    total,
    tables: await shop.catalogue.listTableNames(),
    account: await shop.receivables.read(customer.id),
    access: await shop.customerArea.readAccess(customer.id),
    aliases: await shop.customers.listAliases(customer.id),
    series: await shop.series.list({ rootId: customer.id }),
    origin: url.origin,
    receipts: (await shop.receivables.listReceipts(customer.id)) ?? [],
  };
}

/** The sections in the order of how often the seller needs them. */
const sections = [
  ["pedidos", "Pedidos"],
  ["conta", "Conta"],
  ["area", "Área e links"],
  ["cadastro", "Cadastro"],
] as const;

export default function CustomerPage({ loaderData }: Route.ComponentProps) {
  const { customer, section, orders, total, tables, account, access, receipts } = loaderData;
  const { edited, edit } = useEditedRow([customer]);
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, trade_name, phone, blocked } = customer;
  return (
    <>
      <PageHeader title={trade_name ?? name}>
        <div className="grid w-full grid-cols-2 gap-2 *:text-center md:flex md:w-auto md:flex-wrap md:items-center">
          {blocked && <StatusBadge tone="danger">Bloqueado</StatusBadge>}
          {phone !== null && <ContactLinks phone={phone} />}
          <Allowed area="customers">
            <Button variant="outline" onClick={() => edit(customer)}>
              Editar
            </Button>
          </Allowed>
          <Allowed area="orders">
            <ButtonLink to={`/admin/orders/new?cliente=${id}`}>Novo pedido</ButtonLink>
          </Allowed>
          <Allowed>
            <div className="col-start-2 justify-self-end">
              <MoreMenu>
                <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => setDeleting(true)}>
                  Excluir cliente
                </MenuItem>
              </MoreMenu>
            </div>
          </Allowed>
        </div>
      </PageHeader>
      <CustomerSummary data={loaderData} />
      <SectionLinks
        label="Seções do cliente"
        parameter="secao"
        sections={sections}
        current={section}
      />
      {section === "pedidos" && (
        <>
          <CustomerOrders key={id} customer={customer} orders={orders} total={total} />
          <UsualItems items={customer.usual_items} />
          <CustomerSeries
            key={`${id}-series`}
            customerId={id}
            series={loaderData.series}
            origin={loaderData.origin}
            orderId={orders[0]?.id}
          />
        </>
      )}
      {section === "conta" && account && (
        <CustomerAccount customer={customer} account={account} receipts={receipts} />
      )}
      {section === "area" && access && (
        <CustomerAccess key={`${id}-access`} customer={customer} access={access} />
      )}
      {section === "cadastro" && (
        <>
          <CustomerFacts customer={customer} table={tableOf(loaderData)} />
          <CustomerAliases customerId={id} aliases={loaderData.aliases} />
          <MergedCustomers key={`${id}-merged`} customer={customer} />
        </>
      )}
      {edited && <CustomerEditor key={edited.key} {...edited.props} tables={tables} />}
      <DeleteCustomerDialog
        customer={customer}
        open={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];

function tableOf({ customer, tables }: Pick<PageData, "customer" | "tables">): string | null {
  return tables.find(({ id }) => id === customer.price_table)?.name ?? null;
}

/** The amounts owed and the next order, above every section. */
function CustomerSummary({ data }: { data: PageData }) {
  const { customer, account, orders, today } = data;
  const { document, phone, terms, open_amount, credit_limit, orders_90_days } = customer;
  const [next] = orders
    .filter(
      ({ delivery_date, status }) =>
        delivery_date !== null && delivery_date >= today && !statusTable[status].isClosed,
    )
    .sort((one, other) => ((one.delivery_date ?? "") < (other.delivery_date ?? "") ? -1 : 1));
  const table = tableOf(data);
  const facts = [
    phone && formatPhone(phone),
    document && formatDocument(document),
    table && tableTitle(table),
    terms !== null && `prazo de ${terms} dias`,
  ].filter(Boolean);
  return (
    <section
      aria-label="Resumo"
      className="mb-4 rounded-md border border-line bg-background p-4 md:p-6"
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure
          label="Conta"
          value={
            <Link to="?secao=conta" className="underline decoration-line underline-offset-4">
              {account ? describeBalance(account.balance) : "Nada a pagar"}
            </Link>
          }
        />
        <Figure
          label="Próxima entrega"
          value={
            next ? (
              <Link
                to={`/admin/orders?pedido=${next.id}`}
                className="underline decoration-line underline-offset-4"
              >
                {describeTime(next)} · nº {next.numero_pedido}
              </Link>
            ) : (
              "Nenhuma marcada"
            )
          }
        />
        <Figure
          label="Pedidos em aberto"
          value={
            <>
              <Price amount={open_amount} />
              {credit_limit !== null && ` de ${formatMoney(credit_limit)}`}
            </>
          }
        />
        <Figure
          label="Comprado"
          value={
            <>
              <Price amount={customer.total} /> · {formatOrderCount(customer.orders)},{" "}
              {orders_90_days} em 90 dias
            </>
          }
        />
      </dl>
      {isOverLimit(customer) && (
        <p role="alert" className="mt-3 font-semibold text-danger-ink">
          O valor em aberto passa do limite de crédito de <Price amount={credit_limit ?? 0} />.
        </p>
      )}
      {facts.length > 0 && <p className="mt-3 text-muted wrap-anywhere">{facts.join(" · ")}</p>}
    </section>
  );
}

function CustomerFacts({ customer, table }: { customer: CustomerDetail; table: string | null }) {
  const { street, number, complement, neighborhood, city, state, zipCode } = customer.address;
  const place = [
    [street, number].filter(Boolean).join(", "),
    complement,
    neighborhood,
    [city, state].filter(Boolean).join(" – "),
    zipCode && `CEP ${formatPostalCode(zipCode)}`,
  ];
  const facts: [label: string, value: string | null][] = [
    ["Nome", customer.name],
    ["Documento", customer.document && formatDocument(customer.document)],
    ["Contato", customer.contact],
    ["Telefone", customer.phone && formatPhone(customer.phone)],
    ["E-mail", customer.email],
    ["Endereço", place.filter(Boolean).join(" · ")],
    ["Tabela de preços", table],
    ["Prazo", customer.terms === null ? null : `${customer.terms} dias`],
    ["Anotações", customer.note],
  ];
  return (
    <FormSection title="Dados">
      <dl className="divide-y divide-line">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex min-h-11 items-center gap-3">
              <dt className="w-24 shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
      </dl>
    </FormSection>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-sm">{label}</dt>
      <dd className="font-semibold text-foreground tabular-nums">{value}</dd>
    </div>
  );
}

function UsualItems({ items }: { items: CustomerDetail["usual_items"] }) {
  if (items.length === 0) return null;
  return (
    <FormSection
      title="Costuma pedir"
      description="Nos últimos pedidos, com a quantidade de sempre."
    >
      <ul className="divide-y divide-line">
        {items.map(({ product_id, product_name, unit, quantity, orders }) => (
          <ActionRow key={product_id + unit} text={product_name}>
            <span className="text-muted tabular-nums">
              {formatUnits(quantity, unit)} · em {formatOrderCount(orders)}
            </span>
          </ActionRow>
        ))}
      </ul>
    </FormSection>
  );
}

type CustomerOrdersProps = { customer: CustomerDetail; orders: Order[]; total: number };

/** The newest orders; selected ones can become another customer. */
function CustomerOrders({ customer, orders, total }: CustomerOrdersProps) {
  const { act } = useAction();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const toggle = (id: string) => setSelected(withToggled(selected, id));

  async function split() {
    await act<CustomerDetail>("POST", `/api/customers/${customer.id}/split`, {
      body: { orders: selected },
      done: ({ id, name }) => ({
        title: "Pedidos separados",
        description: `Estão agora no cliente ${name}.`,
        undo: () => void act("POST", `/api/customers/${customer.id}/merge`, mergeOf(id)),
      }),
      onDone: () => setSelected([]),
      failed: "Erro ao separar pedidos",
    });
  }

  return (
    <FormSection
      title="Pedidos"
      description={
        selected.length > 0
          ? "Os marcados passam a ser de outro cliente, com os dados do mais novo deles."
          : `${total} ao todo, do mais novo ao mais antigo.`
      }
      footer={
        selected.length > 0 && (
          <Button variant="outline" onClick={split}>
            Separar {selected.length} em outro cliente
          </Button>
        )
      }
    >
      {orders.length === 0 && <p className="text-muted">Nenhum pedido ainda.</p>}
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id} className="flex min-h-12 flex-wrap items-center gap-x-3">
            <Allowed area="customers">
              <input
                type="checkbox"
                aria-label={`Marcar o pedido nº ${order.numero_pedido}`}
                className="size-5 shrink-0"
                checked={selected.includes(order.id)}
                onChange={() => toggle(order.id)}
              />
            </Allowed>
            <Link
              to={`/admin/orders?pedido=${order.id}`}
              className="flex min-h-11 grow items-center whitespace-nowrap underline underline-offset-4"
            >
              nº {order.numero_pedido} · {formatDate(order.created_at)}
            </Link>
            <OrderStatusBadge status={order.status} />
            <Price amount={order.valor_total} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** The request that makes a customer a part of another. */
function mergeOf(customer_id: string) {
  return { body: { customer_id }, failed: "Erro ao unir clientes" };
}

/** Customers that were merged into this one, and a search for another to merge. */
function MergedCustomers({ customer }: { customer: CustomerDetail }) {
  const { act } = useAction();
  const [isOpen, setOpen] = useState(false);

  const separate = (id: string) =>
    act("POST", `/api/customers/${id}/separate`, { failed: "Erro ao separar clientes" });

  async function merge({ id }: Customer) {
    await act("POST", `/api/customers/${customer.id}/merge`, {
      ...mergeOf(id),
      done: () => ({ title: "Clientes unidos", undo: () => void separate(id) }),
      onDone: () => setOpen(false),
    });
  }

  return (
    <FormSection
      title="Cadastros unidos"
      description="O mesmo cliente com outro documento ou telefone. Separar desfaz a qualquer hora."
      footer={
        <Allowed area="customers">
          <Button variant="outline" onClick={() => setOpen(true)}>
            Unir outro cliente
          </Button>
        </Allowed>
      }
    >
      <ul className="divide-y divide-line">
        {customer.merged.map((part) => (
          <ActionRow
            key={part.id}
            text={part.name}
            detail={[
              part.document && formatDocument(part.document),
              formatOrderCount(part.orders),
              `unido em ${formatDate(part.merged_at)}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          >
            <Allowed area="customers">
              <Button variant="outline" onClick={() => separate(part.id)}>
                Separar
              </Button>
            </Allowed>
          </ActionRow>
        ))}
      </ul>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Unir outro cliente">
        <MergeSearch customer={customer} onMerge={merge} />
      </Dialog>
    </FormSection>
  );
}

type MergeSearchProps = { customer: CustomerDetail; onMerge: (other: Customer) => void };

/** Finds customers, and shows what the merge would give. */
function MergeSearch({ customer, onMerge }: MergeSearchProps) {
  const [found, setFound] = useState<Customer[]>();
  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("other"));
    const path = `/api/customers?limit=10&search=${encodeURIComponent(text)}` as const;
    const answer = await callApi<{ items: Customer[] }>("GET", path);
    if (!answer.ok) return showProblem("Erro ao buscar clientes", answer.problem);
    setFound(answer.data.items.filter(({ id }) => id !== customer.id));
  }
  return (
    <div className="flex flex-col gap-4 px-5 py-5 md:px-8">
      <form onSubmit={search} className="flex items-end gap-3">
        <TextField
          label="Nome, documento ou telefone"
          name="other"
          autoComplete="off"
          className="grow"
        />
        <Button type="submit" variant="outline">
          Buscar
        </Button>
      </form>
      {found?.length === 0 && <p role="status">Nenhum outro cliente encontrado.</p>}
      <ul className="divide-y divide-line">
        {found?.map((other) => (
          <ActionRow
            key={other.id}
            text={<b>{other.name}</b>}
            detail={`Juntos: ${customer.orders + other.orders} pedidos, ${formatMoney(customer.total + other.total)}, em aberto ${formatMoney(customer.open_amount + other.open_amount)}`}
          >
            <Button onClick={() => onMerge(other)}>Unir a {customer.name}</Button>
          </ActionRow>
        ))}
      </ul>
    </div>
  );
}
