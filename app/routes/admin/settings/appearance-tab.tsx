import { type ColorName, defaultColors } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { ColorField } from "./color-field.tsx";
import type { SectionDefinition } from "./save-section.ts";
import { SectionForm } from "./section-form.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import { useSection } from "./use-section.ts";

const fields: { name: ColorName; label: string; hint: string }[] = [
  { name: "primary", label: "Cor primária", hint: "Botões que compram e links." },
  { name: "secondary", label: "Cor secundária", hint: "Etiquetas e botões discretos." },
  { name: "accent", label: "Cor de destaque", hint: "Contador do carrinho e chamadas." },
  { name: "background", label: "Cor de fundo", hint: "O fundo das páginas." },
  { name: "foreground", label: "Cor do texto", hint: "Textos e títulos." },
];

const definition: SectionDefinition<Record<ColorName, string>> = {
  slot: "appearance",
  path: "colors.",
  read: ({ colors }) => ({ ...defaultColors, ...colors }),
  write: (colors) => ({ colors }),
};

export function AppearanceTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  return (
    <SectionForm section={section}>
      <div className="with-preview">
        <FormSection
          title="Cores do site"
          description="Digite a cor em hexadecimal, como #22c55e, ou escolha na paleta."
          footer={
            <Button look="outline" onClick={() => section.change(defaultColors)}>
              <span className="icon-[lucide--rotate-ccw] size-4" aria-hidden />
              Restaurar Padrão
            </Button>
          }
        >
          {fields.map(({ name, label, hint }) => (
            <ColorField
              key={name}
              label={label}
              hint={hint}
              standard={defaultColors[name]}
              onPick={(color) => section.change({ [name]: color })}
              {...section.text(name)}
            />
          ))}
        </FormSection>
        <ThemePreview colors={section.draft} />
      </div>
    </SectionForm>
  );
}
