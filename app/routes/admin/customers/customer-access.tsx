import { useState } from "react";
import type { AccessView, LinkRequested } from "#app/domain/customer-area/schema.ts";
import type { Customer, CustomerContact, NewPerson } from "#app/domain/customers/schema.ts";
import { formatOrderCount, greetingName } from "#app/domain/orders/texts.ts";
import { Allowed, accessArea } from "#app/routes/admin/kit/allowed.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { RowButton } from "#app/routes/admin/kit/lists/data-table.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { formatPhone } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PersonForm } from "#app/ui/person-form.tsx";

type CustomerAccessProps = { customer: Customer; access: AccessView };

/**
 * The ways into the customer's area: a link to send, the contacts, the people who may order, and the devices on which it is open.
 */
export function CustomerAccess({ customer, access }: CustomerAccessProps) {
  const { act, pending } = useAction();
  const area = accessArea(customer);
  const removeButton = (part: "people" | "devices", id: string, name: string) => {
    const path = `/api/customers/${customer.id}/${part}/${id}` as const;
    return (
      <Allowed area="customers">
        <RowButton
          action="Tirar"
          name={name}
          pending={pending === path}
          onClick={() => void act("DELETE", path, { failed: "Erro ao tirar o acesso" })}
        />
      </Allowed>
    );
  };
  return (
    <FormSection
      title="Área do cliente"
      description="Um link, sem senha: preços, pedido de sempre, pedidos, extrato e Pix."
    >
      <Allowed area={area}>
        <AreaLink customer={customer} phone={customer.phone} />
      </Allowed>
      <Contacts customer={customer} contacts={access.contacts} />
      <h3 className="mt-4 font-semibold">Quem pode pedir</h3>
      <ul className="divide-y divide-line">
        {access.people.map(({ id, name, phone, email }) => (
          <ActionRow
            key={id}
            text={name}
            detail={[phone && formatPhone(phone), email].filter(Boolean).join(" · ")}
          >
            {removeButton("people", id, name)}
          </ActionRow>
        ))}
      </ul>
      <Allowed area={area}>
        <AddPerson customer={customer} />
      </Allowed>
      <h3 className="mt-4 font-semibold">Aparelhos</h3>
      {access.devices.length === 0 && <p className="text-muted">Nenhum aparelho entrou ainda.</p>}
      <ul className="divide-y divide-line">
        {access.devices.map(({ id, name, last_seen_at }) => (
          <ActionRow key={id} text={name} detail={`usado em ${formatDate(last_seen_at)}`}>
            {removeButton("devices", id, name)}
          </ActionRow>
        ))}
      </ul>
    </FormSection>
  );
}

/** The contacts of the customer's row and orders: a confirmed one gets the link of the area by itself. */
function Contacts({ customer, contacts }: { customer: Customer; contacts: CustomerContact[] }) {
  const { act, pending } = useAction();
  const path = `/api/customers/${customer.id}/contacts` as const;
  const set = (contact: string, confirmed: boolean) =>
    void act("PUT", path, {
      body: { contacts: [contact], confirmed },
      of: contact,
      failed: "Erro ao confirmar o contato",
      ...(confirmed && { done: "Contato confirmado" }),
    });
  if (contacts.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 font-semibold">Contatos</h3>
      <p className="text-sm text-muted">
        Qualquer um pode fazer um pedido em nome deste cliente. Só um contato confirmado recebe o
        link da área, e os pedidos dele aparecem nela.
      </p>
      <ul className="divide-y divide-line">
        {contacts.map(({ contact, orders, confirmed }) => {
          const name = contact.includes("@") ? contact : formatPhone(contact);
          const state = confirmed ? "Confirmado" : "Não confirmado";
          return (
            <ActionRow
              key={contact}
              text={name}
              detail={`${state} · em ${formatOrderCount(orders)}`}
            >
              {confirmed ? (
                <Allowed area="customers">
                  <RowButton
                    action="Desfazer"
                    name={name}
                    pending={pending === contact}
                    onClick={() => set(contact, false)}
                  />
                </Allowed>
              ) : (
                <Allowed area={accessArea(customer)}>
                  <RowButton
                    variant="outline"
                    action="Confirmar"
                    name={name}
                    pending={pending === contact}
                    onClick={() => set(contact, true)}
                  />
                </Allowed>
              )}
            </ActionRow>
          );
        })}
      </ul>
    </>
  );
}

type AreaLinkProps = {
  customer: Pick<Customer, "id" | "name" | "document">;
  phone: string | null;
  /** The contact that asked for the link, and is confirmed by it; without one the phone to which it is sent is confirmed. */
  contact?: string;
};

/** Creates a link, which enters once, and sends it by WhatsApp. */
function AreaLink({ customer, phone, contact }: AreaLinkProps) {
  const { act } = useAction();
  const [link, setLink] = useState<string>();
  const create = async () => {
    const answer = await act<{ link: string }>("POST", `/api/customers/${customer.id}/links`, {
      body: { contact: contact ?? null },
      failed: "Erro ao criar o link",
    });
    if (answer.ok) setLink(answer.data.link);
  };
  if (!link) {
    return (
      <p>
        <Button variant="outline" onClick={() => void create()}>
          Criar link da área
        </Button>
      </p>
    );
  }
  const name = greetingName(customer.name.trim().split(/\s+/), customer.document ?? "");
  const text = `Olá, ${name}! Este link abre a sua área: pedido de sempre, seus preços, pedidos e extrato. Ele vale uma vez, em um aparelho, por sete dias: ${link}`;
  const chat = phone && whatsappLink(phone, text);
  const confirm = () =>
    void act("PUT", `/api/customers/${customer.id}/contacts`, {
      body: { contacts: [phone], confirmed: true },
      failed: "Erro ao confirmar o contato",
    });
  return (
    <div role="status" className="rounded-md bg-sunken p-4">
      <p className="mb-3 text-sm wrap-anywhere">{link}</p>
      <p className="flex flex-wrap gap-2">
        {chat && (
          <ButtonLink to={chat} onClick={confirm}>
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Enviar pelo WhatsApp
          </ButtonLink>
        )}
        <CopyButton text={text} label="Copiar mensagem" showLabel />
      </p>
    </div>
  );
}

function AddPerson({ customer }: { customer: Customer }) {
  const { act } = useAction();
  const [isOpen, setOpen] = useState(false);
  async function add(person: NewPerson) {
    await act("POST", `/api/customers/${customer.id}/people`, {
      body: person,
      done: `${person.name} pode pedir o link`,
      onDone: () => setOpen(false),
      failed: "Erro ao acrescentar a pessoa",
    });
  }
  if (!isOpen) {
    return (
      <p>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Acrescentar pessoa
        </Button>
      </p>
    );
  }
  return <PersonForm className="sm:grid-cols-3" onAdd={add} onCancel={() => setOpen(false)} />;
}

/** Customers who asked for the link of their area, above the list of customers. */
export function LinkRequests({ requests }: { requests: readonly LinkRequested[] }) {
  const { act, pending } = useAction();
  const pathOf = (id: string) => `/api/customer-link-requests/${id}` as const;
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="pediram" className="mb-6 rounded-lg border border-line p-4">
      <h2 id="pediram" className="text-lg font-semibold">
        Pediram o link da área
      </h2>
      <ul className="divide-y divide-line">
        {requests.map(({ customer_id, name, contact, requested_at }) => (
          <ActionRow
            key={customer_id}
            text={name}
            detail={`${contact.includes("@") ? contact : formatPhone(contact)}, em ${formatDate(requested_at)}`}
          >
            <Allowed area="customers">
              <div className="flex flex-wrap items-center gap-2">
                <AreaLink
                  customer={{ id: customer_id, name, document: null }}
                  phone={contact.includes("@") ? null : contact}
                  contact={contact}
                />
                <Button
                  variant="ghost"
                  pending={pending === pathOf(customer_id)}
                  onClick={() =>
                    void act("DELETE", pathOf(customer_id), { failed: "Erro ao dispensar" })
                  }
                >
                  Dispensar
                </Button>
              </div>
            </Allowed>
          </ActionRow>
        ))}
      </ul>
    </section>
  );
}
