import type { ComponentProps } from "react";
import { parseHex, toRgb } from "#app/domain/settings/color.ts";
import { TextField } from "#app/ui/field.tsx";

type ColorFieldProps = Omit<ComponentProps<typeof TextField>, "value"> & {
  value: string;
  /** What the site shows when the text is no colour. */
  standard: string;
  onPick: (color: string) => void;
};

const notAColor = "Não é uma cor de 6 dígitos, como #22c55e: o site usa a cor padrão.";

/** A colour as free text, with the device's own palette beside it. */
export function ColorField({ label, hint, value, standard, onPick, ...field }: ColorFieldProps) {
  const color = parseHex(value);
  return (
    <div className="flex items-start gap-3">
      <TextField
        {...field}
        label={label}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        hint={color ? hint : <span className="text-warning-ink">{notAColor}</span>}
        className="min-w-0 grow"
      />
      <input
        type="color"
        aria-label={`Escolher ${label.toLowerCase()} na paleta`}
        value={color ? sixDigits(toRgb(color)) : standard}
        onChange={(event) => onPick(event.currentTarget.value)}
        className="color-well"
      />
    </div>
  );
}

function sixDigits(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
