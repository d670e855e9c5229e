import { flushSync } from "react-dom";
import { isWrongWeight, type WeightDraft } from "#app/domain/orders/line-draft.ts";
import type { WeightDoubt } from "#app/domain/orders/lines.ts";
import { formatQuantity, parseKilos } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { selectOnFocus } from "./fields.tsx";

type WeightFieldProps = {
  /** The name of the product. */
  name: string;
  draft: WeightDraft;
  /** A reason to doubt the weight. */
  doubt: WeightDoubt | undefined;
  onChange: (part: Partial<WeightDraft>) => void;
  placeholder?: string | undefined;
  className?: string;
};

/**
 * The weight of a line, within an element with `data-line`, and the question about an unusual one. Enter goes to the question,
 * else to the next weight of the form or dialog, and from the last one to its button with `data-after-weights`.
 */
export function WeightField({ name, draft, doubt, onChange, ...field }: WeightFieldProps) {
  const { weight, doubted } = draft;
  return (
    <>
      <TextField
        {...(isWrongWeight(weight) && { error: "Digite o peso em números, como 9,8." })}
        label="Peso (kg)"
        aria-label={`Peso de ${name} em kg`}
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        data-weight
        value={weight}
        {...field}
        {...selectOnFocus}
        onChange={(event) => onChange({ weight: event.currentTarget.value })}
        onBlur={() => doubt && onChange({ doubted: weight })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (doubt) flushSync(() => onChange({ doubted: weight }));
          focusAfter(event.currentTarget);
        }}
      />
      {doubt && doubted === weight && (
        <WeightQuestion doubt={doubt} weight={weight} onChange={onChange} />
      )}
    </>
  );
}

function focusAfter(element: HTMLElement) {
  const own = element.closest("[data-line]");
  const scope = element.closest("form") ?? element.closest("dialog") ?? document;
  const fields = [...scope.querySelectorAll<HTMLElement>("[data-weight]")];
  const next = fields[fields.findIndex((field) => own?.contains(field)) + 1];
  const question = own?.querySelector<HTMLElement>("[data-doubt] button");
  (question ?? next ?? scope.querySelector<HTMLElement>("[data-after-weights]"))?.focus();
}

type WeightQuestionProps = Pick<WeightFieldProps, "onChange"> & {
  doubt: WeightDoubt;
  weight: string;
};

function WeightQuestion({ doubt, weight, onChange }: WeightQuestionProps) {
  const { ordered, suggested, typo } = doubt;
  const answer = (button: HTMLElement, part: Partial<WeightDraft>) => {
    const own = button.closest<HTMLElement>("[data-line]");
    flushSync(() => onChange(part));
    if (own) focusAfter(own);
  };
  const typed = formatQuantity(parseKilos(weight));
  return (
    <div
      role="alert"
      data-doubt
      className="col-span-full flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink"
    >
      <p className="grow">
        {typed} kg para um pedido de {formatQuantity(ordered)} kg. {typo ?? "Está certo?"}
      </p>
      {suggested !== undefined && (
        <Button
          variant="inherit"
          size="compact"
          onClick={(event) => answer(event.currentTarget, { weight: formatQuantity(suggested) })}
        >
          Usar {formatQuantity(suggested)} kg
        </Button>
      )}
      <Button
        variant="inherit"
        size="compact"
        onClick={(event) => answer(event.currentTarget, { confirmed: weight })}
      >
        Manter {typed} kg
      </Button>
    </div>
  );
}
