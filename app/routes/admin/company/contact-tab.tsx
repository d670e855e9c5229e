import { Fragment } from "react";
import type { CompanyAddress, DayHours } from "#app/domain/company/company-schema.ts";
import { weekdays } from "#app/domain/company/open-state.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { formatPostalCode } from "#app/routes/admin/kit/order-labels.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { LoadingState } from "#app/routes/admin/kit/states.tsx";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { type ListItem, sectionOf } from "./drafts.tsx";
import { ListEditor } from "./list-editor.tsx";
import { useSection } from "./section.ts";
import { type Section, type SectionField, SectionFields, SectionForm } from "./section-form.tsx";

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
type Holiday = { id: string; date: string; name: string; hours: Times };
/** Both times are empty on a closed day. */
type HoursDraft = { week: (Times & { isOpen: boolean })[]; holidays: Holiday[] };

const definition = sectionOf(
  "contact",
  {
    phone: "",
    whatsapp: "",
    email: "",
    address: emptyAddress,
    opening_hours: { week: [], holidays: [] } as HoursDraft,
    service_types: [] as ListItem[],
    contact_claim: { number: "", label: "" },
    social_links: [] as ListItem[],
  },
  {
    read: ({ address, opening_hours }) => ({
      address: address ? { ...address, zipCode: formatPostalCode(address.zipCode) } : emptyAddress,
      opening_hours: {
        week: (opening_hours?.week ?? closedWeek).map((hours) => ({
          isOpen: hours !== null,
          ...readTimes(hours),
        })),
        holidays: (opening_hours?.holidays ?? []).map(({ hours, ...day }, index) => ({
          ...day,
          hours: readTimes(hours),
          id: String(index),
        })),
      },
    }),
    write: ({ address, opening_hours }) => ({
      address: writeAddress(address),
      opening_hours: writeHours(opening_hours),
    }),
  },
);

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

const addressFields: Record<"above" | "row" | "below", SectionField[]> = {
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
const claimFields: SectionField[] = [
  {
    name: "contact_claim.number",
    label: "Número em destaque",
    hint: "Como '30+ anos'. Vazio: não aparece.",
  },
  { name: "contact_claim.label", label: "Texto do destaque" },
];
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
  ] satisfies SectionField[],
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

/** Loaded with this tab only, for the size of the screen. */
const messagesSection = lateComponent(
  async () => (await import("./messages-section.tsx")).MessagesSection,
);

export function ContactTab({ settings }: { settings: Settings }) {
  const MessagesSection = useLateComponent(messagesSection, true);
  const section = useSection(definition, settings);
  const { draft } = section;
  const test = whatsappLink(draft.whatsapp);

  function field(
    name: "phone" | "whatsapp" | "email",
    input: Omit<SectionField, "name">,
  ): SectionField {
    return { ...input, name, onBlur: () => section.check(name) };
  }
  const phone = field("phone", {
    label: "Telefone",
    type: "tel",
    hint: "Com DDD: (11) 4000-0000.",
  });
  const whatsapp = field("whatsapp", {
    label: "WhatsApp",
    type: "tel",
    hint: "Com DDD. Os clientes abrem a conversa com um toque; vazio, o botão da página de contato fica desativado.",
  });
  const email = field("email", {
    label: "E-mail",
    type: "email",
    inputMode: "email",
    hint: "Mais de um? Separe com vírgula.",
  });
  return (
    <>
      <SectionForm section={section}>
        <FormSection
          title="Contato"
          description="Aparece no rodapé e na página de contato, onde telefone ou e-mail vazio é 'Não informado'."
        >
          <SectionFields section={section} fields={[phone]} />
          <div className="flex flex-col gap-2">
            <SectionFields section={section} fields={[whatsapp]} />
            {test && (
              <ButtonLink to={test} variant="outline" className="self-start">
                <span className="icon-[lucide--message-circle] size-4" aria-hidden />
                Testar
                <span className="sr-only">o WhatsApp em uma nova aba</span>
              </ButtonLink>
            )}
          </div>
          <SectionFields section={section} fields={[email]} />
        </FormSection>
        <FormSection
          title="Endereço"
          description="No rodapé e na página de contato, com um link para o mapa."
        >
          <SectionFields section={section} fields={addressFields.above} />
          <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3 gap-y-4 sm:grid-cols-2 sm:gap-4">
            <SectionFields section={section} fields={addressFields.row} />
          </div>
          <SectionFields section={section} fields={addressFields.below} />
        </FormSection>
        <OpeningHoursFields section={section} />
        <ListEditor section={section} {...holidays} />
        <ListEditor section={section} {...services} />
        <FormSection title="Destaque" description="Ao lado das formas de atendimento.">
          <SectionFields section={section} fields={claimFields} />
        </FormSection>
        <ListEditor section={section} {...networks} />
      </SectionForm>
      {MessagesSection ? (
        <MessagesSection settings={settings} />
      ) : (
        <LoadingState>Carregando mensagens...</LoadingState>
      )}
    </>
  );
}

const usualDay = { opens: "08:00", closes: "18:00" };

/** Opening and closing time of each weekday. */
function OpeningHoursFields({ section }: { section: Section }) {
  return (
    <FormSection
      title="Horário de atendimento"
      description="O site mostra se a loja está aberta agora, no horário de Brasília."
    >
      <ul className="@container divide-y divide-line">
        {weekdays.map(({ name }, index) => {
          const day = `opening_hours.week.${index}`;
          const isOpen = section.valueAt(`${day}.isOpen`) === true;
          return (
            <li
              key={name}
              className="grid items-center gap-x-6 py-2 grid-cols-[minmax(0,1fr)] @md:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <SwitchField
                label={name}
                checked={isOpen}
                onChange={({ currentTarget: { checked } }) => {
                  const hasTimes = section.valueAt(`${day}.opens`) !== "";
                  if (!hasTimes) section.set(day, usualDay);
                  section.set(`${day}.isOpen`, checked);
                }}
              />
              {isOpen && (
                // '08:00 às 18:00': the labels are for screen readers.
                <div className="flex items-center gap-3 [&_label]:sr-only">
                  {(["opens", "closes"] as const).map((field) => (
                    <Fragment key={field}>
                      {field === "closes" && <span aria-hidden>às</span>}
                      <TextField
                        label={`${field === "opens" ? "Abre" : "Fecha"} (${name.toLowerCase()})`}
                        type="time"
                        className="min-w-0 grow @xs:max-w-40"
                        {...section.text(`${day}.${field}`)}
                      />
                    </Fragment>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}
