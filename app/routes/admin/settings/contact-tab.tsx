import { whatsappLink } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { MessagesSection } from "./messages-section.tsx";
import { type SectionDefinition, useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Draft = { phone: string; whatsapp: string; email: string };

const definition: SectionDefinition<Draft> = {
  slot: "contact",
  read: ({ phone, whatsapp, email }) => ({
    phone: phone ?? "",
    whatsapp: whatsapp ?? "",
    email: email ?? "",
  }),
  write: ({ phone, whatsapp, email }) => ({
    phone: phone || null,
    whatsapp: whatsapp || null,
    email: email || null,
  }),
};

export function ContactTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  const { draft, setError } = section;
  const test = whatsappLink(draft.whatsapp);

  function field(name: keyof Draft) {
    // The schema is loaded by the first check: zod is not part of the screen's first scripts.
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
          description="Aparece no rodapé e na página de contato. O que ficar vazio aparece como 'Não informado' na página de contato."
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
              hint="Com DDD. Os clientes abrem a conversa com um toque."
              {...field("whatsapp")}
            />
            {test && (
              <ButtonLink to={test} look="outline" className="self-start">
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
      </SectionForm>
      <MessagesSection settings={settings} />
    </>
  );
}
