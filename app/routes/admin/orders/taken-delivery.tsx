import { type ReactNode, useId, useState } from "react";
import type { Offer } from "#app/domain/delivery/schema.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { Suggestions } from "#app/routes/admin/kit/fields/fields.tsx";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { useSettled } from "#app/routes/admin/kit/session/use-settled.ts";
import { addDays } from "#app/shared/days.ts";
import { TextField } from "#app/ui/field.tsx";

export type DeliveryAddress = { zipCode: string; city: string; neighborhood: string };
type DeliveryKind = "entrega" | "retirada";

/** While it is to be agreed on, `date` and `shift` are empty. */
export type TakenDelivery = { kind: DeliveryKind; date: string; shift: string };
export const openDelivery: TakenDelivery = { kind: "entrega", date: "", shift: "" };

/** The data of the answer to a GET whose path follows from typed texts; undefined while they change and without a path. */
function useTypedAnswer<Data>(path: `/api/${string}` | undefined): Data | undefined {
  const settled = useSettled(path);
  const answer = useAnswer<Data>(settled);
  return settled === path && answer?.ok ? answer.data : undefined;
}

/** Fetches the shop's offer for an address; undefined without a complete CEP and before the answer. */
export function useOffer({ zipCode, city, neighborhood }: DeliveryAddress): Offer | undefined {
  const cep = zipCode.replace(/\D/g, "");
  const query = new URLSearchParams({ cep, city, neighborhood });
  return useTypedAnswer<Offer>(cep.length === 8 ? `/api/delivery?${query}` : undefined);
}

type DoubtOptions = { address: DeliveryAddress; delivery: TakenDelivery };

/** Returns a sentence about the rule that the agreed day breaks. */
export function useDayDoubt({ address, delivery }: DoubtOptions): string | undefined {
  const { zipCode, city, neighborhood } = address;
  const { kind, date, shift } = delivery;
  const cep = zipCode.replace(/\D/g, "");
  const day = String(
    new URLSearchParams({ cep, city, neighborhood, kind, date, ...(shift && { shift }) }),
  );
  const answer = useTypedAnswer<{ doubt: string | null }>(
    date ? `/api/orders/taken/day?${day}` : undefined,
  );
  return answer?.doubt ?? undefined;
}

type DeliveryChoiceProps = {
  address: DeliveryAddress;
  offer: Offer | undefined;
  today: string;
  delivery: TakenDelivery;
  onChange: (delivery: TakenDelivery) => void;
};

/** The days that the shop offers the address, with their shifts, and any other day. */
export function DeliveryChoice(props: DeliveryChoiceProps) {
  const { address, offer, today, delivery, onChange } = props;
  const { kind, date, shift } = delivery;
  const [isOther, setOther] = useState(false);
  const doubt = useDayDoubt({ address, delivery });
  const shiftListId = useId();
  const offered = kind === "retirada" ? offer?.pickup : offer?.dates;
  // Until the answer about a changed address, the chosen day stays as it is.
  const kept = !offer && date !== "" ? [{ date, shifts: shift ? [shift] : [] }] : [];
  const dates = offered ?? kept;
  const chosen = dates.find((one) => one.date === date);
  const isListed = !isOther && (date === "" || chosen !== undefined);
  const shifts = chosen?.shifts ?? [];
  return (
    <div className="flex flex-col gap-4">
      {offer?.pickup && (
        <Chips
          legend="Entrega ou retirada"
          value={kind}
          options={[
            { value: "entrega", label: "Entrega" },
            { value: "retirada", label: "Retirada na loja" },
          ]}
          onChoose={(value) => onChange({ ...openDelivery, kind: value as DeliveryKind })}
        />
      )}
      <Chips
        legend={kind === "retirada" ? "Dia da retirada" : "Dia da entrega"}
        value={isListed ? date : "outro"}
        options={[
          { value: "", label: "A combinar" },
          ...dates.map((one) => ({ value: one.date, label: nameDate(one.date, today) })),
          { value: "outro", label: "Outro dia" },
        ]}
        onChoose={(value) => {
          setOther(value === "outro");
          const day = dates.find((one) => one.date === value);
          if (value !== "outro") onChange({ kind, date: value, shift: day?.shifts[0] ?? "" });
        }}
      />
      {isListed && shifts.length > 0 && (
        <Chips
          legend="Turno"
          value={shift}
          options={shifts.map((text) => ({ value: text, label: text }))}
          onChoose={(value) => onChange({ ...delivery, shift: value })}
        />
      )}
      {!isListed && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Outra data"
            type="date"
            name="delivery_date"
            autoFocus={isOther}
            value={date}
            onChange={({ currentTarget }) =>
              onChange({ ...delivery, date: currentTarget.value, shift: "" })
            }
          />
          <TextField
            label="Turno"
            optional
            name="delivery_shift"
            autoComplete="off"
            list={shiftListId}
            value={shift}
            onChange={({ currentTarget }) => onChange({ ...delivery, shift: currentTarget.value })}
          />
          <Suggestions id={shiftListId} texts={[...new Set(dates.flatMap((one) => one.shifts))]} />
        </div>
      )}
      <p role="status" className="font-medium text-warning-ink empty:hidden">
        {doubt}
      </p>
    </div>
  );
}

/** 'hoje', 'amanhã', 'quinta, 26/11' */
function nameDate(date: string, today: string): string {
  if (date === today) return "Hoje";
  if (date === addDays(today, 1)) return "Amanhã";
  return formatDeliveryDate(date).replace(/^./, (first) => first.toUpperCase());
}

type ChipsProps = {
  legend: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** One of some short answers, all of which are seen. */
function Chips({ legend, value, options, onChoose }: ChipsProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="peer sr-only"
            />
            <span className="flex min-h-11 cursor-pointer items-center rounded-full border border-field bg-background px-4 font-medium peer-checked:border-transparent peer-checked:bg-tint peer-checked:font-semibold peer-checked:text-tint-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary-ink hover:bg-sunken">
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
