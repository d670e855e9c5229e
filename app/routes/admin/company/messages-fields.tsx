import type { Settings } from "#app/domain/company/schema.ts";
import { fillTemplate, orderMessages } from "#app/domain/outgoing/messages.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { customerMailStatuses, orderStatuses, statusTable } from "#app/shared/order-status.ts";
import { ClosedSection } from "./list-editor.tsx";

const example = {
  nome: "Maria",
  numero: 1001,
  total: 152.7,
  link: "https://…/pedido/1001-…",
};

/** The templates of 'Avisar no WhatsApp', each with a preview. */
export function OrderMessagesFields({ messages }: { messages: Settings["order_messages"] }) {
  const templates = orderMessages(messages);
  const fields = orderStatuses.map(
    (status): FormField => ({
      name: `order_messages.${status}`,
      label: statusTable[status].label,
      kind: "text",
      rows: 2,
      hint: `Assim: ${fillTemplate(templates[status], example)}`,
    }),
  );
  return (
    <ClosedSection
      name="order_messages"
      title="Mensagens de WhatsApp"
      description="O texto de 'Avisar no WhatsApp' em cada status. Campos: {nome}, {numero}, {total} e {link}. Deixe vazio para voltar ao texto padrão."
      count={orderStatuses.length}
    >
      <FormFields fields={fields} />
    </ClosedSection>
  );
}

const mailFields = customerMailStatuses.map(
  (status): FormField => ({
    name: `customer_mails.${status}`,
    label: `Pedido ${status}`,
    kind: "switch",
  }),
);

/** The choice of statuses of which the customer gets a mail. */
export function CustomerMailsFields() {
  return (
    <FormSection
      title="E-mails ao cliente"
      description="Enviados meio minuto depois da mudança de status, com o link do pedido. A confirmação de que o pedido chegou é sempre enviada."
    >
      <FormFields fields={mailFields} />
    </FormSection>
  );
}
