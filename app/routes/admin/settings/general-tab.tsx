import type { ComponentProps } from "react";
import { validDocument } from "#app/domain/privacy/rules.ts";
import { privacyText } from "#app/domain/privacy/template.ts";
import { defaultSiteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { formatCnpj } from "#app/shared/format-cnpj.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Draft = {
  stage: Settings["stage"];
  site_name: string;
  logo: string;
  legal_name: string;
  cnpj: string;
  policies: string;
  retention_months: string;
  reminder_minutes: string;
};

const definition: SectionDefinition<Draft> = {
  slot: "general",
  read: ({ stage, site_name, logo, legal_name, cnpj, policies, ...numbers }) => ({
    stage,
    site_name: site_name ?? "",
    logo: logo ?? "",
    legal_name: legal_name ?? "",
    cnpj: formatCnpj(cnpj ?? ""),
    policies: policies ?? "",
    retention_months: String(numbers.retention_months),
    reminder_minutes: String(numbers.reminder_minutes),
  }),
  write: ({ stage, site_name, logo, legal_name, cnpj, policies, ...numbers }) => ({
    stage,
    site_name: site_name || null,
    logo: logo || null,
    legal_name: legal_name || null,
    cnpj: cnpjCharacters(cnpj) || null,
    policies: policies || null,
    retention_months: Number(numbers.retention_months) || 0,
    reminder_minutes: Number(numbers.reminder_minutes) || 0,
  }),
};

export function GeneralTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  const { draft } = section;

  function addPrivacyText() {
    const text = privacyText({
      name: draft.site_name.trim() || defaultSiteName,
      email: settings.email,
      phone: settings.phone,
      retentionMonths: Number(draft.retention_months) || 0,
    });
    section.change({ policies: [draft.policies.trim(), text].filter(Boolean).join("\n\n") });
  }
  return (
    <SectionForm section={section}>
      <FormSection title="Identidade" description="O nome e o desenho no alto de todas as páginas.">
        <TextField label="Nome do site" maxLength={200} {...section.text("site_name")} />
        <PictureField
          label="Logo"
          name="logo"
          bucket="site-assets"
          picture={draft.logo || null}
          onChange={(logo) => section.change({ logo: logo ?? "" })}
          error={section.errorOf("logo")}
          hint="Aparece ao lado do nome do site; um logo largo, no lugar dele. Sem logo, aparece um símbolo de fruta."
        />
        <SwitchField
          label="Loja aberta"
          hint="Fechada, quem visita vê só o nome, o WhatsApp e ‘Em breve’, e ninguém faz pedidos."
          name="stage"
          checked={draft.stage !== "preparing"}
          onChange={(event) =>
            section.change({ stage: event.target.checked ? "open" : "preparing" })
          }
        />
      </FormSection>
      <FormSection
        title="Empresa"
        description="Aparece no rodapé de todas as páginas. A lei (Decreto 7.962/2013) pede razão social, CNPJ e endereço; o endereço fica na aba Contato."
      >
        <TextField label="Razão social" maxLength={200} {...section.text("legal_name")} />
        <TextField
          label="CNPJ"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="max-w-xs"
          {...section.text("cnpj")}
          hint={<CnpjHint cnpj={cnpjCharacters(draft.cnpj)} stored={settings.cnpj} />}
        />
      </FormSection>
      <FormSection
        title="Políticas e termos"
        description="A página de políticas, que o rodapé do site mostra."
      >
        <TextAreaField
          label="Texto das políticas"
          rows={14}
          {...section.text("policies")}
          hint="Separe os parágrafos com uma linha em branco. Uma linha curta sozinha vira título; linhas que começam com “- ” viram lista."
        />
        <div>
          <Button variant="outline" onClick={addPrivacyText}>
            <span className="icon-[lucide--shield-check] size-5" aria-hidden />
            Inserir modelo de privacidade
          </Button>
          <p className="mt-1.5 text-muted">
            Um texto conforme a LGPD, no fim do que está escrito. Leia e ajuste antes de salvar.
          </p>
        </div>
      </FormSection>
      <FormSection
        title="Dados de clientes"
        description="Nome, contato e endereço somem dos pedidos para sempre."
      >
        <CountField
          label="Apagar dados de clientes depois de (meses)"
          max={600}
          {...section.text("retention_months")}
          hint="Contados da última mudança de um pedido fechado. Itens, valores e datas ficam. 0: nunca."
        />
      </FormSection>
      <FormSection
        title="Pedidos não abertos"
        description="Um pedido que ninguém abriu na administração é avisado mais uma vez."
      >
        <CountField
          label="Avisar de novo depois de (minutos)"
          max={1440}
          {...section.text("reminder_minutes")}
          hint="Com som nas telas abertas e nos aparelhos ligados em Conta. 0: nunca."
        />
      </FormSection>
    </SectionForm>
  );
}

/** A whole number from 0. */
function CountField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField type="number" inputMode="numeric" min={0} step={1} className="max-w-xs" {...props} />
  );
}

function cnpjCharacters(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

const cnpjLength = 14;

/** Wrong check digits are a warning: they are not rejected. */
function CnpjHint({ cnpj, stored }: { cnpj: string; stored: string | null }) {
  const isWrong = cnpj.length === cnpjLength && cnpj !== stored && !validDocument(cnpj);
  return (
    <span role="status" className={isWrong ? "text-warning-ink" : undefined}>
      {isWrong
        ? "Confira o CNPJ: os dois últimos números não fecham."
        : "Com ou sem pontos; com letras também vale."}
    </span>
  );
}
