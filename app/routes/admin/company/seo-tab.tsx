import { useRouteLoaderData } from "react-router";
import { siteName } from "#app/domain/company/rules.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { summarize } from "#app/domain/company/seo.ts";
import type { loader } from "#app/root.tsx";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

const maxDescriptionLength = 160;

const feedPath = "/feeds/meta.csv";

const emptySeo = {
  title: "",
  description: "",
  keywords: "",
  author: "",
  og_title: "",
  og_description: "",
  og_image: "",
};

function read({ seo_default }: Settings) {
  return { seo_default: { ...emptySeo, ...seo_default } };
}
type SeoDraft = ReturnType<typeof read>;

export const seoTab: SettingsTab<SeoDraft> = { read, write: (draft) => draft };

type SeoTabProps = { form: SettingsForm<SeoDraft>; settings: Settings };

export function SeoTab({ form, settings }: SeoTabProps) {
  const { title, description } = form.draft.seo_default;
  const feedAddress = `${useSiteOrigin()}${feedPath}`;
  const searchFields: FormField[] = [
    {
      name: "seo_default.title",
      label: "Título",
      hint: "Até umas 60 letras aparecem inteiras.",
    },
    {
      name: "seo_default.description",
      label: "Descrição",
      kind: "text",
      hint: `Máximo de ${maxDescriptionLength} caracteres: o resto a busca costuma cortar. Agora: ${description.length}.`,
    },
    {
      name: "seo_default.keywords",
      label: "Palavras-chave",
      hint: "Separadas por vírgula: polpa de fruta, açaí, gelo de coco.",
    },
    { name: "seo_default.author", label: "Autor" },
  ];
  return (
    <TabForm form={form}>
      <FormPart>
        <FormSection title="Resultado da busca" description="Como o Google costuma mostrar o site.">
          <SearchPreview title={title || siteName(settings)} description={description} />
          <FormFields fields={searchFields} />
        </FormSection>
        <FormSection
          title="Ao compartilhar"
          description="O cartão que aparece no WhatsApp e nas redes quando alguém manda o link do site."
        >
          <FormFields fields={sharingFields} />
        </FormSection>
        <FormSection
          title="Catálogo para Meta e WhatsApp"
          description="Uma lista dos produtos visíveis com foto, que o Gerenciador de Comércio da Meta busca sozinho."
        >
          <p>
            Na Meta, crie uma fonte de dados com o endereço <code>{feedAddress}</code>.
          </p>
        </FormSection>
      </FormPart>
    </TabForm>
  );
}

const sharingFields: FormField[] = [
  {
    name: "seo_default.og_title",
    label: "Título ao compartilhar",
    hint: "Vazio: o título da busca.",
  },
  {
    name: "seo_default.og_description",
    label: "Descrição ao compartilhar",
    kind: "text",
    hint: "Vazia: a descrição da busca.",
  },
  {
    name: "seo_default.og_image",
    label: "Imagem ao compartilhar",
    kind: "picture",
    hint: "Recomendado: 1200x630px.",
  },
];

const maxTitleLength = 60;

function useSiteOrigin(): string {
  return useRouteLoaderData<typeof loader>("root")?.origin ?? "";
}

/** A preview of the site's entry in search results. */
function SearchPreview({ title, description }: { title: string; description: string }) {
  const origin = useSiteOrigin();
  return (
    <figure className="rounded-md border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-sm text-muted">Prévia do resultado</figcaption>
      <p className="truncate text-sm text-muted">{origin}</p>
      <p className="text-lg font-semibold wrap-anywhere text-info-ink">
        {summarize(title, maxTitleLength)}
      </p>
      <p className="wrap-anywhere">
        {summarize(description, maxDescriptionLength) ||
          "Sem descrição, a busca escolhe um trecho da página."}
      </p>
    </figure>
  );
}
