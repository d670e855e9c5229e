import type { Settings } from "#app/domain/company/schema.ts";
import { fillTemplate, orderMessages } from "#app/domain/outgoing/messages/rules.ts";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import {
  customerMailStatuses,
  type OrderStatus,
  orderStatuses,
  statusTable,
} from "#app/shared/order-status.ts";
import { TextAreaField } from "#app/ui/field.tsx";
import { type SectionDefinition, sectionOf } from "./drafts.tsx";
import { ClosedSection } from "./list-editor.tsx";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

const definition = sectionOf(
  "contact.messages",
  { order_messages: orderMessages(null) },
  { read: ({ order_messages }) => ({ order_messages: orderMessages(order_messages) }) },
);

const example = {
  nome: "Maria",
  numero: 1001,
  total: 152.7,
  link: "https://…/pedido/1001-…",
};

/** The templates of 'Avisar no WhatsApp', each with a preview. */
function OrderMessagesSection({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  return (
    <SectionForm section={section}>
      <ClosedSection
        title="Mensagens de WhatsApp"
        description="O texto de 'Avisar no WhatsApp' em cada status. Campos: {nome}, {numero}, {total} e {link}. Deixe vazio para voltar ao texto padrão."
        count={orderStatuses.length}
        hasError={section.hasErrors("order_messages")}
      >
        {orderStatuses.map((status) => (
          <TextAreaField
            key={status}
            label={statusTable[status].label}
            hint={`Assim: ${fillTemplate(orderMessages(section.draft.order_messages)[status], example)}`}
            rows={2}
            {...section.text(`order_messages.${status}`)}
          />
        ))}
      </ClosedSection>
    </SectionForm>
  );
}

type MailsDraft = Record<OrderStatus, boolean>;

const mailsDefinition: SectionDefinition<MailsDraft> = {
  slot: "contact.mails",
  read: ({ customer_mails }) =>
    Object.fromEntries(
      orderStatuses.map((status) => [status, customer_mails.includes(status)]),
    ) as MailsDraft,
  write: (draft) => ({ customer_mails: customerMailStatuses.filter((status) => draft[status]) }),
};

/** Which statuses the customer gets a mail of. */
function CustomerMailsSection({ settings }: { settings: Settings }) {
  const section = useSection(mailsDefinition, settings);
  return (
    <SectionForm section={section}>
      <FormSection
        title="E-mails ao cliente"
        description="Enviados meio minuto depois da mudança de status, com o link do pedido. A confirmação de que o pedido chegou é sempre enviada."
      >
        {customerMailStatuses.map((status) => (
          <SwitchField
            key={status}
            label={`Pedido ${status}`}
            name={status}
            checked={section.draft[status]}
            onChange={(event) => section.change({ [status]: event.currentTarget.checked })}
          />
        ))}
      </FormSection>
    </SectionForm>
  );
}

/** What customers are sent: messages of orders and mails. */
export function MessagesSection({ settings }: { settings: Settings }) {
  return (
    <>
      <OrderMessagesSection settings={settings} />
      <CustomerMailsSection settings={settings} />
    </>
  );
}
