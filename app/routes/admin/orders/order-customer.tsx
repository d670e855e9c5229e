import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import { mapSearch } from "#app/domain/company/company.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { formatOrderCount, greetingName, ifMissingLabels } from "#app/domain/orders/texts.ts";
import {
  changeMessage,
  createMessage,
  fillTemplate,
  type OrderMessages,
  orderMessages,
} from "#app/domain/outgoing/messages.ts";
import { Allowed, accessArea } from "#app/routes/admin/kit/allowed.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { ContactLinks } from "#app/routes/admin/kit/links.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { CustomerWarnings } from "#app/routes/admin/kit/orders/customer-warnings.tsx";
import {
  formatDocument,
  formatPhone,
  formatPostalCode,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { formatMoney } from "#app/shared/money.ts";
import { cancelledStatus, statusTable } from "#app/shared/order-status.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";

/** The customer of an order, with those contacts of the order that the seller has not confirmed for it. */
type OrderCustomer = Customer & { unconfirmed: readonly string[] };

/** The customer's data with contact links and copy buttons. */
type CustomerDetailsProps = { order: Order; customer: OrderCustomer | undefined };

export function CustomerDetails({ order, customer }: CustomerDetailsProps) {
  const { name, email, phone, document } = order.cliente_info;
  return (
    <section aria-labelledby="cliente">
      <h3 id="cliente" className="mb-1 text-lg">
        Cliente
      </h3>
      <dl className="divide-y divide-line">
        <Fact label="Nome" copy={name} />
        <Fact label="E-mail" copy={email}>
          <a href={`mailto:${email}`} className="underline">
            <BreakableEmail>{email}</BreakableEmail>
          </a>
        </Fact>
        <Fact label="Telefone" copy={formatPhone(phone)} />
        <Fact label="Documento" copy={formatDocument(document)} />
      </dl>
      {order.price_table && <p className="py-2">{tableTitle(order.price_table)}</p>}
      {customer && <KnownCustomer customer={customer} order={order} />}
      {customer && statusTable[order.status].isPayable && <ContactOffer customer={customer} />}
      <CustomerContact order={order} />
    </section>
  );
}

/** The seller's facts about the customer. */
function KnownCustomer({ customer, order }: { customer: Customer; order: Order }) {
  const { id, orders, open_amount, credit } = customer;
  return (
    <>
      <CustomerWarnings customer={customer} order={order} />
      <Link
        to={`/admin/customers/${id}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        <span>
          Ver cliente: {formatOrderCount(orders)}, em aberto <Price amount={open_amount} />
          {credit > 0 && `, crédito ${formatMoney(credit)}`}
        </span>
      </Link>
    </>
  );
}

/** Once the shop has agreed to an order, asks whether its contact is the customer's, which opens the customer's area. */
function ContactOffer({ customer }: { customer: OrderCustomer }) {
  const { act, pending } = useAction();
  const { id, name, trade_name, unconfirmed } = customer;
  if (unconfirmed.length === 0) return null;
  const path = `/api/customers/${id}/contacts` as const;
  return (
    <Allowed area={accessArea(customer)}>
      <div className="rounded-md bg-sunken p-4">
        <p className="mb-3 wrap-anywhere">
          O contato deste pedido é de <b>{trade_name ?? name}</b>? Confirmado, ele abre a área do
          cliente, com preços e pedidos.
        </p>
        <Button
          variant="outline"
          pending={pending === path}
          onClick={() =>
            void act("PUT", path, {
              body: { contacts: unconfirmed, confirmed: true },
              done: "Contato confirmado",
              failed: "Erro ao confirmar o contato",
            })
          }
        >
          Confirmar contato
        </Button>
      </div>
    </Allowed>
  );
}

function CustomerContact({ order: { numero_pedido, cliente_info } }: { order: Order }) {
  const siteName = useSiteName();
  const { name, phone, document } = cliente_info;
  const called = greetingName(name.trim().split(/\s+/), document);
  const greeting = `Olá, ${called}! Aqui é da ${siteName}, sobre o seu pedido nº ${numero_pedido}.`;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <ContactLinks phone={phone} text={greeting} className="grow" />
    </div>
  );
}

export function DeliveryAddress({ order }: { order: Order }) {
  const { cliente_info, delivery_zone } = order;
  const when = [describeDelivery(order), delivery_zone].filter(Boolean).join(" · ");
  const { street, number, complement, neighborhood, city, state, zipCode } = cliente_info;
  const lines = [
    [`${street}, ${number}`, complement].filter(Boolean).join(" – "),
    neighborhood,
    `${city} – ${state}`,
    `CEP ${formatPostalCode(zipCode)}`,
  ];
  return (
    <section aria-labelledby="entrega">
      <div className="flex items-center justify-between gap-2">
        <h3 id="entrega" className="text-lg">
          Endereço de entrega
        </h3>
        <span className="-mr-3 shrink-0">
          <CopyButton text={lines.join("\n")} label="Copiar endereço" />
        </span>
      </div>
      {when && <p className="mb-1 font-semibold">{when}</p>}
      <address className="not-italic wrap-anywhere">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <ButtonLink
        to={mapSearch(`${street}, ${number}, ${neighborhood}, ${city} - ${state}, ${zipCode}`)}
        variant="outline"
        className="mt-2"
      >
        <span className="icon-[lucide--map-pin] size-5" aria-hidden />
        Ver no mapa
      </ButtonLink>
    </section>
  );
}

/** A long address breaks before its host. */
function BreakableEmail({ children }: { children: string }) {
  const at = children.lastIndexOf("@");
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

/** The customer's notes on the order, before anything else is read. */
export function CustomerWishes({ order: { cliente_info } }: { order: Order }) {
  const { note, if_missing } = cliente_info;
  if (!note && !if_missing) return null;
  return (
    <section aria-labelledby="pedidos-do-cliente" className="rounded-md bg-sunken p-4">
      <h3 id="pedidos-do-cliente" className="text-lg">
        Pedido do cliente
      </h3>
      {if_missing && (
        <p>
          <b>Se faltar algo:</b> {ifMissingLabels[if_missing]}
        </p>
      )}
      {note && (
        <p className="whitespace-pre-line wrap-anywhere">
          <b>Observação:</b> {note}
        </p>
      )}
    </section>
  );
}

/** A value with a copy button. Children replace the visible text. The label is visible only where a value is missing. */
function Fact({ label, copy, children }: { label: string; copy: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <dt className={copy ? "sr-only" : "shrink-0 text-sm text-muted"}>{label}</dt>
      <dd className="flex min-w-0 grow items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere">{copy ? (children ?? copy) : "N/A"}</span>
        {copy && (
          <span className="-mr-3 shrink-0">
            <CopyButton text={copy} label={`Copiar ${label.toLowerCase()}`} />
          </span>
        )}
      </dd>
    </div>
  );
}

type NotifyCustomerProps = { order: Order; link: string; templates: Partial<OrderMessages> | null };

/** 'Avisar no WhatsApp': the template of the order's status, which the seller can edit before sending. */
export function NotifyCustomer({ order, link, templates }: NotifyCustomerProps) {
  const [text, setText] = useState<string>();
  const { phone, name, document } = order.cliente_info;
  const message = createMessage(text ?? "", phone);

  function open(template: string) {
    setText(
      fillTemplate(template, {
        nome: greetingName(name.trim().split(/\s+/), document),
        numero: order.numero_pedido,
        total: order.valor_total,
        link,
      }),
    );
  }

  return (
    <>
      <Button
        variant="outline"
        className="self-start"
        onClick={() => open(orderMessages(templates)[order.status])}
      >
        <span className="icon-[lucide--message-circle] size-5" aria-hidden />
        Avisar no WhatsApp
      </Button>
      {order.original && order.status !== cancelledStatus && (
        <section aria-labelledby="mudou">
          <h3 id="mudou" className="text-lg">
            Seu pedido mudou
          </h3>
          <p className="text-sm text-muted">O cliente só recebe este aviso quando você o envia.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="outline"
              onClick={() =>
                open(
                  changeMessage({
                    before: order.original?.valor_total ?? 0,
                    reason: order.edit_reason,
                  }),
                )
              }
            >
              <span className="icon-[lucide--message-circle] size-5" aria-hidden />
              Por WhatsApp
            </Button>
            <ChangeMailButton id={order.id} />
          </div>
        </section>
      )}
      <Dialog
        open={text !== undefined}
        onClose={() => setText(undefined)}
        title="Avisar o cliente"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <CopyButton text={message.text} label="Copiar texto" showLabel />
            {message.url ? (
              <ButtonLink to={message.url}>Abrir o WhatsApp</ButtonLink>
            ) : (
              <p className="self-center text-muted">O telefone do cliente não está no WhatsApp.</p>
            )}
          </div>
        }
      >
        <div className="p-5 md:p-8">
          <TextAreaField
            label="Mensagem"
            name="message"
            rows={6}
            value={text ?? ""}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      </Dialog>
    </>
  );
}

function ChangeMailButton({ id }: { id: string }) {
  const { act, pending } = useAction();
  const send = () =>
    act("POST", `/api/orders/${id}/change-mail`, {
      done: "E-mail enviado ao cliente",
      failed: "Erro ao enviar o e-mail",
    });
  return (
    <Allowed area="orders">
      <Button variant="outline" pending={pending !== undefined} onClick={() => void send()}>
        <span className="icon-[lucide--mail] size-5" aria-hidden />
        Por e-mail
      </Button>
    </Allowed>
  );
}
