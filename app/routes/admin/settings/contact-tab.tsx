import { whatsappLink } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { type ContactDraft, claimHint, contactDefinition } from "./contact-content.ts";
import { type ItemField, ListEditor } from "./list-editor.tsx";
import { CustomerMailsSection, MessagesSection } from "./messages-section.tsx";
import { OpeningHoursFields } from "./opening-hours-fields.tsx";
import { type SettingsSection, useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

export function ContactTab({ settings }: { settings: Settings }) {
  const section = useSection(contactDefinition, settings);
  const { draft, setError } = section;
  const test = whatsappLink(draft.whatsapp);

  function field(name: "phone" | "whatsapp" | "email") {
    // Without zod the screen's scripts are 34 kB smaller.
    async function check() {
      const { contactFields } = await import("#app/domain/settings/schema.ts");
      const result = contactFields.shape[name].safeParse(draft[name]);
      setError(name, result.error?.issues[0]?.message);
    }
    const onBlur = () => {
      check().catch((error) => console.warn("The field was not checked", error));
    };
    return { ...section.text(name), onBlur };
  }
  return (
    <>
      <SectionForm section={section}>
        <FormSection
          title="Contato"
          description="Aparece no rodapé e na página de contato, onde telefone ou e-mail vazio é 'Não informado'."
        >
          <TextField
            label="Telefone"
            type="tel"
            autoComplete="off"
            hint="Com DDD: (11) 4000-0000."
            {...field("phone")}
          />
          <div className="flex flex-col gap-2">
            <TextField
              label="WhatsApp"
              type="tel"
              autoComplete="off"
              hint="Com DDD. Os clientes abrem a conversa com um toque; vazio, o botão da página de contato fica desativado."
              {...field("whatsapp")}
            />
            {test && (
              <ButtonLink to={test} variant="outline" className="self-start">
                <span className="icon-[lucide--message-circle] size-4" aria-hidden />
                Testar
                <span className="sr-only">o WhatsApp em uma nova aba</span>
              </ButtonLink>
            )}
          </div>
          <TextField
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            hint="Mais de um? Separe com vírgula."
            {...field("email")}
          />
        </FormSection>
        <AddressFields section={section} />
        <OpeningHoursFields section={section} />
        <ListEditor
          title="Feriados e datas especiais"
          description="Sem horas, a loja fica fechada no dia."
          itemName="Data"
          addLabel="Adicionar data"
          fields={holidayFields}
          items={draft.holidays}
          onChange={(holidays) => section.change({ holidays })}
          errorOf={(index, name) =>
            section.errorOf(
              `opening_hours.holidays.${index}.${timeFields.has(name) ? `hours.${name}` : name}`,
            )
          }
        />
        <ListEditor
          title="Como atendemos"
          description="Na página de contato."
          itemName="Atendimento"
          addLabel="Adicionar atendimento"
          fields={serviceFields}
          items={draft.services}
          onChange={(services) => section.change({ services })}
          errorOf={(index, name) => section.errorOf(`service_types.${index}.${name}`)}
        />
        <FormSection title="Destaque" description="Ao lado das formas de atendimento.">
          <TextField
            label="Número em destaque"
            {...section.text("claim_number", "contact_claim.number")}
            hint={claimHint}
          />
          <TextField
            label="Texto do destaque"
            {...section.text("claim_label", "contact_claim.label")}
          />
        </FormSection>
        <ListEditor
          title="Redes sociais"
          description="No rodapé e na página de contato."
          itemName="Rede"
          addLabel="Adicionar rede"
          fields={socialFields}
          items={draft.social}
          onChange={(social) => section.change({ social })}
          errorOf={(index) => section.errorOf(`social_links.${index}`)}
        />
      </SectionForm>
      <MessagesSection settings={settings} />
      <CustomerMailsSection settings={settings} />
    </>
  );
}

const timeFields = new Set(["opens", "closes"]);
const holidayFields: ItemField[] = [
  { name: "date", label: "Dia", type: "date" },
  { name: "name", label: "Nome", hint: "Por exemplo: Natal." },
  { name: "opens", label: "Abre às", type: "time" },
  { name: "closes", label: "Fecha às", type: "time" },
];
const serviceFields: ItemField[] = [
  { name: "name", label: "Nome do atendimento" },
  { name: "description", label: "Descrição", long: true },
];
const socialFields: ItemField[] = [
  { name: "address", label: "Endereço do perfil", type: "url", hint: "Começa com https://." },
];

function AddressFields({ section }: { section: SettingsSection<ContactDraft> }) {
  const text = (name: keyof ContactDraft & string) => section.text(name, `address.${name}`);
  return (
    <FormSection
      title="Endereço"
      description="No rodapé e na página de contato, com um link para o mapa."
    >
      <TextField label="Rua e número" autoComplete="off" {...text("street")} />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3 gap-y-4 sm:grid-cols-2 sm:gap-4">
        <TextField label="Bairro" autoComplete="off" {...text("neighborhood")} />
        <TextField label="CEP" inputMode="numeric" autoComplete="off" {...text("zipCode")} />
        <TextField label="Cidade" autoComplete="off" {...text("city")} />
        <TextField label="UF" maxLength={2} autoComplete="off" {...text("state")} />
      </div>
      <TextField
        label="Link do mapa"
        type="url"
        autoComplete="off"
        {...text("map_url")}
        hint="Opcional. Sem ele, o mapa procura o endereço."
      />
    </FormSection>
  );
}
