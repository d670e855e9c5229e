import { useId } from "react";
import { type ColorName, defaultColors } from "#app/domain/company/colors.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import {
  contrast,
  deriveTheme,
  type Hsl,
  parseHex,
  themeStyle,
  toRgb,
} from "#app/domain/company/theme.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import {
  type FormField,
  FormFields,
  useFormField,
} from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { SampleCard, type SampleProduct } from "./sample-card.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

const fields: { name: ColorName; label: string; hint: string }[] = [
  { name: "primary", label: "Cor primária", hint: "Botões que compram e links." },
  { name: "secondary", label: "Cor secundária", hint: "Etiquetas e botões discretos." },
  { name: "accent", label: "Cor de destaque", hint: "Contador do carrinho e chamadas." },
  { name: "background", label: "Cor de fundo", hint: "O fundo das páginas." },
  { name: "foreground", label: "Cor do texto", hint: "Textos e títulos." },
];

const ratingsField: FormField = {
  name: "show_ratings",
  label: "Mostrar a nota dos produtos",
  kind: "switch",
  hint: "Desligada, nenhum produto mostra nota. Cada um guarda a sua.",
};

function read({ colors, show_ratings }: Settings) {
  return { colors: { ...defaultColors, ...colors }, show_ratings };
}
type AppearanceDraft = ReturnType<typeof read>;

export const appearanceTab: SettingsTab<AppearanceDraft> = { read, write: (draft) => draft };

type AppearanceTabProps = {
  form: SettingsForm<AppearanceDraft>;
  settings: Settings;
  sample: SampleProduct;
};

export function AppearanceTab({ form, settings, sample }: AppearanceTabProps) {
  const { colors, show_ratings } = form.draft;
  return (
    <TabForm form={form}>
      <FormPart>
        <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start xl:gap-6">
          <div>
            <FormSection
              title="Cores do site"
              description="Digite a cor em hexadecimal, como #22c55e, ou escolha na paleta."
              footer={
                <Button
                  variant="outline"
                  onClick={() => form.setValue("colors", { ...defaultColors })}
                >
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
                  stored={settings.colors[name]}
                  name={`colors.${name}`}
                />
              ))}
            </FormSection>
            <FormSection
              title="Produtos"
              description="O que os cartões e as páginas dos produtos mostram."
            >
              <FormFields fields={[ratingsField]} />
            </FormSection>
          </div>
          <ThemePreview
            colors={colors}
            sample={{ ...sample, rating: show_ratings ? sample.rating : undefined }}
          />
        </div>
      </FormPart>
    </TabForm>
  );
}

type ColorFieldProps = {
  name: `colors.${ColorName}`;
  label: string;
  hint: string;
  /** The color that the site uses when the text is not a color. */
  standard: string;
  stored: string | undefined;
};

const notAColor = "Não é uma cor de 6 dígitos, como #22c55e: o site usa a cor padrão.";

/** A color as text, with the browser's color picker. Any text can be saved; one that is not a color is marked after that. */
function ColorField({ name, label, hint, standard, stored }: ColorFieldProps) {
  const field = useFormField(name);
  const value = String(field.value);
  const color = parseHex(value);
  const isIgnored = !color && value === stored;
  return (
    <div className="flex items-start gap-3">
      <TextField
        {...field}
        label={label}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        hint={isIgnored ? <span className="text-warning-ink">{notAColor}</span> : hint}
        className="min-w-0 grow"
      />
      <input
        type="color"
        aria-label={`Escolher ${label.toLowerCase()} na paleta`}
        value={color ? sixDigits(toRgb(color)) : standard}
        onChange={field.onChange}
        className="mt-[calc(var(--text-base)*1.5+0.375rem)] h-12 w-14 flex-none cursor-pointer rounded-[0.5rem] border border-field bg-background p-1"
      />
    </div>
  );
}

function sixDigits(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

type Colors = Record<ColorName, string>;

type ThemePreviewProps = { colors: Colors; sample: SampleProduct };

/** A preview of the shop in the typed colors, and their contrast. */
function ThemePreview({ colors, sample }: ThemePreviewProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mb-4 flex flex-col gap-4 rounded-md border border-line bg-background p-4 md:mb-6 xl:sticky xl:top-16"
    >
      <div>
        <h2 id={id} className="text-lg">
          Prévia
        </h2>
        <p className="mt-1 text-muted">
          Os textos se ajustam sozinhos para que todos consigam ler.
        </p>
      </div>
      <Sample colors={colors} sample={sample} />
      <Contrasts colors={colors} />
    </section>
  );
}

/** An image for screen readers; nothing in it is interactive. */
function Sample({ colors, sample }: ThemePreviewProps) {
  const siteName = useSiteName();
  return (
    <div
      role="img"
      aria-label="Prévia do site com estas cores"
      style={themeStyle(colors)}
      className="overflow-hidden rounded-md border border-line bg-background text-foreground"
    >
      <div inert>
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
          <span className="min-w-0 truncate font-display text-lg font-bold">{siteName}</span>
          <span className="rounded-full bg-accent px-2.5 font-semibold text-on-accent">3</span>
        </div>
        <SampleCard {...sample} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line bg-sunken p-4">
          <span className="rounded-sm bg-secondary px-2.5 py-0.5 font-semibold text-on-secondary">
            Pronta entrega
          </span>
          <span className="font-semibold text-primary-ink underline">Ver receitas</span>
          <span className={buttonClasses()}>Finalizar pedido</span>
        </div>
      </div>
    </div>
  );
}

/** WCAG AA for text. */
const enough = 4.5;
const ratio = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function Contrasts({ colors }: { colors: Colors }) {
  const theme = deriveTheme(colors);
  const pairs: [name: string, text: Hsl, ground: Hsl][] = [
    ["Texto sobre o fundo", theme.foreground, theme.background],
    ["Link sobre o fundo", theme["primary-ink"], theme.background],
    ["Texto do botão principal", theme["on-primary"], theme.primary],
    ["Texto de etiquetas", theme["on-secondary"], theme.secondary],
    ["Texto de destaques", theme["on-accent"], theme.accent],
  ];
  return (
    <div>
      <h3 className="mb-1 text-base">Contraste</h3>
      <dl className="divide-y divide-line">
        {pairs.map(([name, text, ground]) => (
          <Contrast key={name} name={name} value={contrast(text, ground)} />
        ))}
      </dl>
    </div>
  );
}

function Contrast({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1">
      <dt>{name}</dt>
      <dd>
        <StatusBadge tone={value >= enough ? "success" : "warning"}>
          {/* Rounded down: 4.46 does not pass as 4.5. */}
          {ratio.format(Math.floor(value * 10) / 10)}:1 {value >= enough ? "Bom" : "Baixo"}
        </StatusBadge>
      </dd>
    </div>
  );
}
