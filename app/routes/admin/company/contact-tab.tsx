import type { ChangeEvent } from "react";
import { useFormContext } from "react-hook-form";
import type { CompanyAddress, DayHours } from "#app/domain/company/company-schema.ts";
import { weekdays } from "#app/domain/company/open-state.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { orderMessages } from "#app/domain/outgoing/messages.ts";
import {
  type FormField,
  FormFields,
  useFormField,
} from "#app/routes/admin/kit/editing/form-fields.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields/fields.tsx";
import { formatPostalCode } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { customerMailStatuses } from "#app/shared/order-status.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ListEditor } from "./list-editor.tsx";
import { CustomerMailsFields, OrderMessagesFields } from "./messages-fields.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

const emptyAddress: CompanyAddress = {
  street: "",
  neighborhood: "",
  city: "",
  state: "",
  zipCode: "",
  map_url: "",
};
const closedWeek: readonly DayHours[] = Array.from({ length: 7 }, () => null);

type Times = { opens: string; closes: string };
/** Both times are empty on a closed day. */
type HoursDraft = {
  week: (Times & { isOpen: boolean })[];
  holidays: { date: string; name: string; hours: Times }[];
};

function read(settings: Settings) {
  const { address, customer_mails } = settings;
  return {
    phone: settings.phone ?? "",
    whatsapp: settings.whatsapp ?? "",
    email: settings.email ?? "",
    address: address ? { ...address, zipCode: formatPostalCode(address.zipCode) } : emptyAddress,
    opening_hours: readHours(settings.opening_hours),
    service_types: settings.service_types ?? [],
    social_links: settings.social_links.map((value) => ({ value })),
    order_messages: orderMessages(settings.order_messages),
    customer_mails: Object.fromEntries(
      customerMailStatuses.map((status) => [status, customer_mails.includes(status)]),
    ),
  };
}
type ContactDraft = ReturnType<typeof read>;

export const contactTab: SettingsTab<ContactDraft> = {
  read,
  write: (draft) => ({
    ...draft,
    address: writeAddress(draft.address),
    opening_hours: writeHours(draft.opening_hours),
    social_links: draft.social_links.map(({ value }) => value),
    customer_mails: customerMailStatuses.filter((status) => draft.customer_mails[status]),
  }),
};

function readHours(hours: Settings["opening_hours"]): HoursDraft {
  const { week = closedWeek, holidays = [] } = hours ?? {};
  return {
    week: week.map((day) => ({ isOpen: day !== null, ...readTimes(day) })),
    holidays: holidays.map((day) => ({ ...day, hours: readTimes(day.hours) })),
  };
}

function readTimes(hours: DayHours): Times {
  return hours ?? { opens: "", closes: "" };
}

/** Null when every field is empty. */
function writeAddress(typed: CompanyAddress): Settings["address"] {
  const zipCode = typed.zipCode.replace(/\D/g, "");
  const address = { ...typed, state: typed.state.toUpperCase(), zipCode };
  return Object.values(address).some(Boolean) ? address : null;
}

/** Null when the shop is never open: its pages then show no hours. */
function writeHours({ week, holidays }: HoursDraft): Settings["opening_hours"] {
  if (!week.some(({ isOpen }) => isOpen) && holidays.length === 0) return null;
  return {
    week: week.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)),
    holidays: holidays.map(({ date, name, hours }) => ({
      date,
      name,
      hours: hours.opens || hours.closes ? hours : null,
    })),
  };
}

const addressFields: Record<"above" | "row" | "below", FormField[]> = {
  above: [{ name: "address.street", label: "Rua e número" }],
  row: [
    { name: "address.neighborhood", label: "Bairro" },
    { name: "address.zipCode", label: "CEP", inputMode: "numeric" },
    { name: "address.city", label: "Cidade" },
    { name: "address.state", label: "UF", maxLength: 2 },
  ],
  below: [
    {
      name: "address.map_url",
      label: "Link do mapa",
      type: "url",
      hint: "Opcional. Sem ele, o mapa procura o endereço.",
    },
  ],
};
const holidays = {
  name: "opening_hours.holidays",
  title: "Feriados e datas especiais",
  description: "Sem horas, a loja fica fechada no dia.",
  itemName: "Data",
  fields: [
    { name: "date", label: "Dia", type: "date" },
    { name: "name", label: "Nome", hint: "Por exemplo: Natal." },
    { name: "hours.opens", label: "Abre às", type: "time" },
    { name: "hours.closes", label: "Fecha às", type: "time" },
  ],
};
const services = {
  name: "service_types",
  title: "Como atendemos",
  description: "Na página de contato.",
  itemName: "Atendimento",
  fields: [
    { name: "name", label: "Nome do atendimento" },
    { name: "description", label: "Descrição", kind: "text" },
  ] satisfies FormField[],
};
const networks = {
  name: "social_links",
  title: "Redes sociais",
  description: "No rodapé e na página de contato.",
  itemName: "Rede",
  fields: [
    { name: "value", label: "Endereço do perfil", type: "url", hint: "Começa com https://." },
  ],
};

const phoneField: FormField = {
  name: "phone",
  label: "Telefone",
  type: "tel",
  hint: "Com DDD: (11) 4000-0000.",
  validatesOnBlur: true,
};
const whatsappField: FormField = {
  name: "whatsapp",
  label: "WhatsApp",
  type: "tel",
  hint: "Com DDD. Os clientes abrem a conversa com um toque; vazio, o botão da página de contato fica desativado.",
  validatesOnBlur: true,
};
const emailField: FormField = {
  name: "email",
  label: "E-mail",
  type: "email",
  inputMode: "email",
  hint: "Mais de um? Separe com vírgula.",
  validatesOnBlur: true,
};

export function ContactTab({ form }: { form: SettingsForm<ContactDraft> }) {
  const test = whatsappLink(form.draft.whatsapp);
  return (
    <TabForm form={form}>
      <FormPart>
        <FormSection
          title="Contato"
          description="Aparece no rodapé e na página de contato, onde telefone ou e-mail vazio é 'Não informado'."
        >
          <FormFields fields={[phoneField]} />
          <div className="flex flex-col gap-2">
            <FormFields fields={[whatsappField]} />
            {test && (
              <ButtonLink to={test} variant="outline" className="self-start">
                <span className="icon-[lucide--message-circle] size-4" aria-hidden />
                Testar
                <span className="sr-only">o WhatsApp em uma nova aba</span>
              </ButtonLink>
            )}
          </div>
          <FormFields fields={[emailField]} />
        </FormSection>
        <FormSection
          title="Endereço"
          description="No rodapé e na página de contato, com um link para o mapa."
        >
          <FormFields fields={addressFields.above} />
          <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3 gap-y-4 sm:grid-cols-2 sm:gap-4">
            <FormFields fields={addressFields.row} />
          </div>
          <FormFields fields={addressFields.below} />
        </FormSection>
        <OpeningHoursFields />
        <ListEditor {...holidays} />
        <ListEditor {...services} />
        <ListEditor {...networks} />
        <OrderMessagesFields messages={form.draft.order_messages} />
        <CustomerMailsFields />
      </FormPart>
    </TabForm>
  );
}

const usualDay = { opens: "08:00", closes: "18:00" };

/** Opening and closing time of each weekday. */
function OpeningHoursFields() {
  return (
    <FormSection
      title="Horário de atendimento"
      description="O site mostra se a loja está aberta agora, no horário de Brasília."
    >
      <ul className="@container divide-y divide-line">
        {weekdays.map(({ name }, index) => (
          <DayFields key={name} name={name} place={`opening_hours.week.${index}`} />
        ))}
      </ul>
    </FormSection>
  );
}

type DayFieldsProps = {
  /** The name of the weekday. */
  name: string;
  /** Its place in the form's values. */
  place: string;
};

function DayFields({ name, place }: DayFieldsProps) {
  const { getValues, setValue } = useFormContext();
  const switchField = useFormField(`${place}.isOpen`);
  const isOpen = switchField.value === true;

  function toggle(event: ChangeEvent<HTMLInputElement>) {
    const { checked } = event.currentTarget;
    const times = getValues(`${place}.opens`) === "" ? usualDay : undefined;
    setValue(place, { ...getValues(place), ...times, isOpen: checked });
  }
  return (
    <li className="grid items-center gap-x-6 py-2 grid-cols-[minmax(0,1fr)] @md:grid-cols-[9rem_minmax(0,1fr)]">
      <SwitchField label={name} checked={isOpen} onChange={toggle} />
      {isOpen && (
        // '08:00 às 18:00': the labels are for screen readers.
        <div className="flex items-center gap-3 [&_label]:sr-only">
          <TimeField name={`${place}.opens`} label={`Abre (${name.toLowerCase()})`} />
          <span aria-hidden>às</span>
          <TimeField name={`${place}.closes`} label={`Fecha (${name.toLowerCase()})`} />
        </div>
      )}
    </li>
  );
}

function TimeField({ name, label }: { name: string; label: string }) {
  return (
    <FormFields fields={[{ name, label, type: "time", className: "min-w-0 grow @xs:max-w-40" }]} />
  );
}
