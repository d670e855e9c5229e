import { useRouteLoaderData } from "react-router";
import { summarize } from "#app/domain/seo/rules.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { loader } from "#app/root.tsx";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

const maxDescriptionLength = 160;

type Draft = Required<Settings["seo_default"]> & { catalogue_feed: boolean };

const feedPath = "/feeds/meta.csv";

const definition: SectionDefinition<Draft> = {
  slot: "seo",
  path: "seo_default.",
  read: ({ seo_default, catalogue_feed }) => ({
    catalogue_feed,
    title: "",
    description: "",
    keywords: "",
    author: "",
    og_title: "",
    og_description: "",
    og_image: "",
    ...seo_default,
  }),
  write: ({ catalogue_feed, ...seo_default }) => ({ seo_default, catalogue_feed }),
};

export function SeoTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  const { draft, text } = section;
  const feedAddress = `${useSiteOrigin()}${feedPath}`;
  return (
    <SectionForm section={section}>
      <FormSection title="Resultado da busca" description="Como o Google costuma mostrar o site.">
        <SearchPreview
          title={draft.title || siteName(settings)}
          description={draft.description}
          maxLength={maxDescriptionLength}
        />
        <TextField label="Título" {...text("title")} hint="Até umas 60 letras aparecem inteiras." />
        <TextAreaField
          label="Descrição"
          {...text("description")}
          hint={`Máximo de ${maxDescriptionLength} caracteres: o resto a busca costuma cortar. Agora: ${draft.description.length}.`}
        />
        <TextField
          label="Palavras-chave"
          {...text("keywords")}
          hint="Separadas por vírgula: polpa de fruta, açaí, gelo de coco."
        />
        <TextField label="Autor" {...text("author")} />
      </FormSection>
      <FormSection
        title="Ao compartilhar"
        description="O cartão que aparece no WhatsApp e nas redes quando alguém manda o link do site."
      >
        <TextField
          label="Título ao compartilhar"
          {...text("og_title")}
          hint="Vazio: o título da busca."
        />
        <TextAreaField
          label="Descrição ao compartilhar"
          {...text("og_description")}
          hint="Vazia: a descrição da busca."
        />
        <PictureField
          label="Imagem ao compartilhar"
          name="og_image"
          bucket="site-assets"
          picture={draft.og_image || null}
          onChange={(og_image) => section.change({ og_image: og_image ?? "" })}
          error={section.errorOf("seo_default.og_image")}
          hint="Recomendado: 1200x630px."
        />
      </FormSection>
      <FormSection
        title="Catálogo para Meta e WhatsApp"
        description="Uma lista dos produtos visíveis com foto, que o Gerenciador de Comércio da Meta busca sozinho."
      >
        <SwitchField
          label="Oferecer o catálogo"
          checked={draft.catalogue_feed}
          onChange={(event) => section.change({ catalogue_feed: event.currentTarget.checked })}
          hint={
            <>
              Na Meta, crie uma fonte de dados com o endereço <code>{feedAddress}</code>.
            </>
          }
        />
      </FormSection>
    </SectionForm>
  );
}

type SearchPreviewProps = { title: string; description: string; maxLength: number };

const maxTitleLength = 60;

function useSiteOrigin(): string {
  return useRouteLoaderData<typeof loader>("root")?.origin ?? "";
}

/** A preview of the site's entry in search results. */
function SearchPreview({ title, description, maxLength }: SearchPreviewProps) {
  const origin = useSiteOrigin();
  return (
    <figure className="rounded-md border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-sm text-muted">Prévia do resultado</figcaption>
      <p className="truncate text-sm text-muted">{origin}</p>
      <p className="text-lg font-semibold wrap-anywhere text-info-ink">
        {summarize(title, maxTitleLength)}
      </p>
      <p className="wrap-anywhere">
        {summarize(description, maxLength) || "Sem descrição, a busca escolhe um trecho da página."}
      </p>
    </figure>
  );
}
