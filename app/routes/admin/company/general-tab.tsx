import { defaultSiteName } from "#app/domain/company/rules.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { validDocument } from "#app/domain/customers/privacy/rules.ts";
import { privacyText } from "#app/domain/customers/privacy/template.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields/fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { formatCnpj } from "#app/shared/documents.ts";
import { Button } from "#app/ui/button.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

function read(settings: Settings) {
  return {
    stage: settings.stage,
    site_name: settings.site_name ?? "",
    logo: settings.logo ?? "",
    legal_name: settings.legal_name ?? "",
    cnpj: formatCnpj(settings.cnpj ?? ""),
    fiscal: {
      state_registration: settings.fiscal.state_registration ?? "",
      city_code: settings.fiscal.city_code ?? "",
      cfop: settings.fiscal.cfop ?? "",
    },
    policies: settings.policies ?? "",
    retention_months: String(settings.retention_months),
  };
}
type GeneralDraft = ReturnType<typeof read>;

export const generalTab: SettingsTab<GeneralDraft> = {
  read,
  write: (draft) => ({
    ...draft,
    cnpj: cnpjCharacters(draft.cnpj),
    retention_months: Number(draft.retention_months) || 0,
  }),
};

type GeneralTabProps = { form: SettingsForm<GeneralDraft>; settings: Settings };

export function GeneralTab({ form, settings }: GeneralTabProps) {
  const { draft } = form;
  const cnpjField: FormField = {
    name: "cnpj",
    label: "CNPJ",
    autoCapitalize: "characters",
    spellCheck: false,
    className: "max-w-xs",
    hint: <CnpjHint cnpj={cnpjCharacters(draft.cnpj)} stored={settings.cnpj} />,
  };

  function addPrivacyText() {
    const text = privacyText({
      name: draft.site_name.trim() || defaultSiteName,
      email: settings.email,
      phone: settings.phone,
      retentionMonths: Number(draft.retention_months) || 0,
    });
    form.setValue("policies", [draft.policies.trim(), text].filter(Boolean).join("\n\n"));
  }
  return (
    <TabForm form={form}>
      <FormPart>
        <FormSection
          title="Identidade"
          description="O nome e o desenho no alto de todas as páginas."
        >
          <FormFields fields={identityFields} />
          <SwitchField
            label="Loja aberta"
            hint="Fechada, quem visita vê só o nome, o WhatsApp e ‘Em breve’, e ninguém faz pedidos."
            name="stage"
            checked={draft.stage !== "preparing"}
            onChange={({ target }) => form.setValue("stage", target.checked ? "open" : "preparing")}
          />
        </FormSection>
        <FormSection
          title="Empresa"
          description="Aparece no rodapé de todas as páginas. A lei (Decreto 7.962/2013) pede razão social, CNPJ e endereço; o endereço fica na aba Contato."
        >
          <FormFields fields={[legalNameField, cnpjField]} />
        </FormSection>
        <FormSection
          title="Fiscal"
          description="Para o contador e para quem emite suas notas. O site não mostra."
        >
          <FormFields fields={fiscalFields} />
        </FormSection>
        <FormSection
          title="Políticas e termos"
          description="A página de políticas, que o rodapé do site mostra."
        >
          <FormFields fields={[policiesField]} />
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
          <FormFields fields={[retentionField]} />
        </FormSection>
      </FormPart>
    </TabForm>
  );
}

const identityFields: FormField[] = [
  { name: "site_name", label: "Nome do site", maxLength: 200 },
  {
    name: "logo",
    label: "Logo",
    kind: "picture",
    hint: "Aparece ao lado do nome do site; um logo largo, no lugar dele. Sem logo, aparece um símbolo de fruta.",
  },
];
const legalNameField: FormField = { name: "legal_name", label: "Razão social", maxLength: 200 };
const fiscalFields: FormField[] = [
  {
    name: "fiscal.state_registration",
    label: "Inscrição estadual",
    autoCapitalize: "characters",
    className: "max-w-xs",
    hint: "Só os números, ou ISENTO.",
  },
  {
    name: "fiscal.city_code",
    label: "Código IBGE da cidade",
    inputMode: "numeric",
    className: "max-w-xs",
    hint: "7 números. São Paulo é 3550308.",
  },
  {
    name: "fiscal.cfop",
    label: "CFOP dos produtos",
    inputMode: "numeric",
    className: "max-w-xs",
    hint: "Vale onde o produto não tem um próprio.",
  },
];
const policiesField: FormField = {
  name: "policies",
  label: "Texto das políticas",
  kind: "text",
  rows: 14,
  hint: "Separe os parágrafos com uma linha em branco. Uma linha curta sozinha vira título; linhas que começam com “- ” viram lista.",
};
const retentionField: FormField = {
  name: "retention_months",
  label: "Apagar dados de clientes depois de (meses)",
  kind: "count",
  max: 600,
  hint: "Contados da última mudança de um pedido fechado. Itens, valores e datas ficam. 0: nunca.",
};
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
