import { useState } from "react";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { isSameLine } from "#app/domain/orders/lines.ts";
import type { SeriesRequest, SeriesView, ViewedSeriesDate } from "#app/domain/series/schema.ts";
import { chooseTerms } from "#app/domain/series/terms.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { AddSeriesLine } from "./add-series-line.tsx";
import { type RhythmChoice, RhythmFields, TermsFields } from "./rhythm-fields.tsx";

type Line = Pick<
  SeriesView["lines"][number],
  "product_id" | "product_name" | "unit" | "quantity" | "minimum" | "step"
>;

type SeriesEditorProps = {
  series: SeriesView;
  /** The only date that is changed; undefined: all from now on. */
  date: ViewedSeriesDate | undefined;
  onClose: () => void;
  onAct: (action: SeriesRequest) => Promise<string | undefined>;
};

/** The items, the days and the payment of one date of a series, or of all from now on. */
export function SeriesEditor({ series, date, onClose, onAct }: SeriesEditorProps) {
  const content = date ?? series;
  const [lines, setLines] = useState<readonly Line[]>(content.lines ?? series.lines);
  const [terms, setTerms] = useState(() => chooseTerms(content));
  const [day, setDay] = useState(date?.delivery_date ?? null);
  const [rhythm, setRhythm] = useState<RhythmChoice>({
    weekdays: series.weekdays,
    every_weeks: series.every_weeks === 2 ? 2 : 1,
    mode: series.mode,
  });
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const { offered } = series;
  const title = date
    ? `Só na entrega de ${formatDeliveryDate(date.delivery_date ?? date.date)}`
    : "Mudar daqui em diante";

  async function save() {
    const changes = {
      ...terms,
      lines: lines.map(({ product_id, unit, quantity }) => ({ product_id, unit, quantity })),
    };
    setPending(true);
    const message = await onAct(
      date
        ? {
            action: "change-once",
            date: date.date,
            ...changes,
            ...(day && { delivery_date: day }),
          }
        : { action: "change", ...changes, ...rhythm },
    );
    setPending(false);
    if (message) setProblem(message);
    else onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      fullHeight
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button pending={pending} disabled={lines.length === 0} onClick={() => void save()}>
            Salvar
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5 p-5 md:p-8">
        {problem && (
          <p role="alert" className="text-danger-ink">
            {problem}
          </p>
        )}
        <LineFields lines={lines} onChange={setLines} />
        {date ? (
          <DayField date={date} value={day} onChange={setDay} />
        ) : (
          <RhythmFields
            value={rhythm}
            offered={offered.weekdays}
            onChange={(next) => setRhythm({ ...rhythm, ...next })}
          />
        )}
        <TermsFields value={terms} offered={offered} onChange={setTerms} />
      </div>
    </Dialog>
  );
}

type LineFieldsProps = { lines: readonly Line[]; onChange: (lines: readonly Line[]) => void };

function LineFields({ lines, onChange }: LineFieldsProps) {
  return (
    <section aria-label="Itens">
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => {
          const name = `${line.product_name}, ${line.unit}`;
          const others = lines.filter((other) => !isSameLine(other, line));
          return (
            <li
              key={line.product_id + line.unit}
              className="flex flex-wrap items-center justify-between gap-3 py-2"
            >
              <span className="min-w-0 grow basis-32 wrap-anywhere">{name}</span>
              <Stepper
                value={line.quantity}
                name={name}
                terms={line}
                onChange={(quantity) =>
                  onChange(
                    lines.map((other) => (isSameLine(other, line) ? { ...line, quantity } : other)),
                  )
                }
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Tirar ${name}`}
                onClick={() => onChange(others)}
              >
                <span className="icon-[lucide--trash-2] size-5" aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
      {lines.length === 0 && <p role="status">Fique com ao menos um item.</p>}
      <AddSeriesLine
        onAdd={(line) => onChange([...lines.filter((other) => !isSameLine(other, line)), line])}
      />
    </section>
  );
}

type DayFieldProps = {
  date: ViewedSeriesDate;
  value: string | null;
  onChange: (day: string) => void;
};

function DayField({ date, value, onChange }: DayFieldProps) {
  if (date.days.length < 2) return null;
  return (
    <SelectField
      label="Dia da entrega"
      name="delivery_date"
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {date.days.map((day) => (
        <option key={day} value={day}>
          {formatDeliveryDate(day)}
        </option>
      ))}
    </SelectField>
  );
}
