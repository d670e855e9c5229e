import { type RefObject, useEffect, useRef, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { MatchingProducts } from "#app/domain/catalogue/list/selection.ts";
import type { PricedProduct, Rounding } from "#app/domain/catalogue/prices/price-change.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { DiffLines } from "#app/routes/admin/kit/editing/diff-table.tsx";
import { type Choice, ChoiceField, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { localClock } from "#app/shared/days.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { parseTypedPercent } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { Selection } from "../list/selection-bar.tsx";
import { maxShownProducts, roundingLabels, type UndoablePrices } from "./price-schedules.tsx";

type Change = { percent?: number; amount?: number; margin?: number; round_to?: Rounding };
type List = { items: PricedProduct[] };

type Chosen = { products?: readonly VersionedRow[]; matching?: MatchingProducts };

type PriceDialogProps = {
  open: boolean;
  selection: Selection | undefined;
  onClose: () => void;
  /** Undefined: the prices change later. */
  onChanged: (changed: UndoablePrices | undefined) => void;
};

/** Changes the prices of many products after a preview. */
export function PriceDialog({ open, selection, onClose, onChanged }: PriceDialogProps) {
  const refetch = useRefetch();
  const [typed, setTyped] = useState<TypedChange>({
    kind: "percent",
    value: "",
    rounding: "",
    when: "",
  });
  const [preview, setPreview] = useState<PricedProduct[]>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  /** Some did not change, and are shown. */
  const [isSaved, setIsSaved] = useState(false);
  /** The selection is cleared when its prices change. */
  const [count] = useState(selection?.count ?? 0);
  const changing = preview?.filter(({ status }) => status === "changed") ?? [];

  const valueField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) valueField.current?.focus();
  }, [open]);

  function edit(change: Partial<TypedChange>) {
    setTyped({ ...typed, ...change });
    setPreview(undefined);
    setProblem(undefined);
  }

  async function send(over: Chosen, dry_run: boolean) {
    setPending(true);
    const { matching, products } = over;
    // The shop's clock, as the field shows it.
    const later = typed.when !== "" && { apply_at: `${typed.when}:00-03:00` };
    const chosen = products ? { products: products.map(toVersion) } : { matching };
    const body = { ...toChange(typed), ...later, ...chosen, dry_run };
    const answer = await callApi<List>("POST", "/api/products/prices", body);
    setPending(false);
    setProblem(answer.ok ? undefined : describeProblem(answer.problem));
    return answer.ok ? answer.data.items : undefined;
  }
  async function save() {
    const saved = await send({ products: changing }, false);
    const changed = saved?.filter(({ status }) => status === "changed") ?? [];
    if (!saved) return;
    if (changed.length < saved.length) {
      // Changed products are not offered again, because they would change twice.
      setPreview(saved.filter(({ status }) => status !== "changed"));
      setIsSaved(true);
    } else {
      onClose();
    }
    if (changed.length === 0) return;
    if (typed.when !== "")
      toast({ title: `Preços de ${formatProductCount(changed.length)} agendados` });
    onChanged(typed.when === "" ? changed.map(toVersion) : undefined);
    await refetch();
  }
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={`Mudar preços de ${formatProductCount(count)}`}
      wide
      cancelLabel={isSaved ? "Fechar" : undefined}
      action={
        isSaved ? undefined : changing.length > 0 ? (
          <Button pending={pending} onClick={save}>
            {typed.when === "" ? "Mudar" : "Agendar"} preços de {changing.length}
          </Button>
        ) : (
          <Button type="submit" form="price-change" pending={pending} disabled={!isReady(typed)}>
            Ver preços
          </Button>
        )
      }
    >
      <form
        id="price-change"
        className="flex flex-col gap-4"
        onSubmit={async (event) => {
          event.preventDefault();
          if (selection) setPreview(await send(selection, true));
        }}
      >
        <ChangeFields typed={typed} valueField={valueField} onChange={edit} />
        {problem && <Alert>{problem}</Alert>}
        {preview && <Preview products={preview} />}
      </form>
    </ActionDialog>
  );
}

type ChangeFieldsProps = {
  typed: TypedChange;
  valueField: RefObject<HTMLInputElement | null>;
  onChange: (change: Partial<TypedChange>) => void;
};

/** The kind and value of the change, its rounding, and its moment. */
function ChangeFields({ typed, valueField, onChange }: ChangeFieldsProps) {
  const isWrong = /[^-+\s]/.test(typed.value) && Number.isNaN(parseChange(typed));
  return (
    <>
      <p className="text-muted">
        {typed.kind === "margin"
          ? "O preço fica com esta margem sobre o custo médio. Todas as opções e preços por quantidade mudam junto."
          : "Todas as opções e preços por quantidade mudam junto. Valores negativos abaixam os preços."}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Mudar em"
          value={typed.kind}
          choices={kindChoices}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
        />
        <TextField
          ref={valueField}
          label={valueLabels[kindOf(typed.kind)]}
          inputMode="text"
          autoComplete="off"
          {...selectOnFocus}
          value={typed.value}
          {...(isWrong && { error: "Digite um número, como 5 ou -2,50." })}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
        <ChoiceField
          label="Arredondar"
          value={typed.rounding}
          choices={[["", "Não arredondar"], ...Object.entries(roundingLabels)]}
          onChange={({ currentTarget }) => onChange({ rounding: currentTarget.value })}
        />
        <TextField
          label="A partir de"
          optional
          hint="Horário de São Paulo. Vazio: agora."
          type="datetime-local"
          min={localNow()}
          value={typed.when}
          onChange={({ currentTarget }) => onChange({ when: currentTarget.value })}
        />
      </div>
    </>
  );
}

function localNow(): string {
  const { date, time } = localClock(new Date());
  return `${date}T${time}`;
}

const roundings = Object.keys(roundingLabels) as Rounding[];

const kindChoices: Choice[] = [
  ["percent", "Porcentagem (%)"],
  ["amount", "Valor (R$)"],
  ["margin", "Margem (%)"],
];
type Kind = "percent" | "amount" | "margin";
type Typed = Record<"kind" | "value", string>;
/** The change as it is typed; `when` is empty or the moment in São Paulo. */
type TypedChange = Typed & Record<"rounding" | "when", string>;
const valueLabels: Record<Kind, string> = {
  percent: "Porcentagem",
  amount: "Valor em reais",
  margin: "Margem do preço, em %",
};

function kindOf(value: string): Kind {
  return value === "amount" || value === "margin" ? value : "percent";
}

/** NaN for a text that is no number. */
function parseChange({ kind, value }: Typed): number {
  return kind === "amount" ? parseTypedNumber(value) : parseTypedPercent(value);
}

/** A change by 0 is none, but a price may be the cost. */
function isReady(typed: Typed): boolean {
  const number = parseChange(typed);
  return typed.kind === "margin" ? number >= 0 : Boolean(number);
}

function toChange({ kind, value, rounding }: Record<"kind" | "value" | "rounding", string>) {
  const number = parseChange({ kind, value });
  const change: Change = { [kindOf(kind)]: number };
  const round_to = roundings.find((one) => one === rounding);
  return round_to ? { ...change, round_to } : change;
}

function toVersion({ id, version }: VersionedRow) {
  return { id, version };
}

/** On phones the preview is below the fields and the keyboard. */
const showFirst = (list: HTMLElement | null) => list?.scrollIntoView({ block: "nearest" });

function Preview({ products }: { products: readonly PricedProduct[] }) {
  return (
    <>
      <ul
        ref={showFirst}
        aria-label="Preços novos"
        className="divide-y divide-line rounded-md border border-line"
      >
        {products.slice(0, maxShownProducts).map(({ id, title, status, message, prices }) => (
          <li key={id} className="px-4 py-2">
            <p className="font-semibold wrap-anywhere">{title}</p>
            {status === "unchanged" && <p className="text-muted">Não muda</p>}
            {message && <p className="font-medium text-danger-ink">{message}</p>}
            {status === "changed" && (
              <DiffLines
                fields={prices.map(({ unit, from, before, after }) => ({
                  label: from > 1 ? `${unit}, a partir de ${from}` : unit,
                  before: formatMoney(before),
                  after: formatMoney(after),
                }))}
              />
            )}
          </li>
        ))}
      </ul>
      {products.length > maxShownProducts && (
        <p className="text-muted">E mais {products.length - maxShownProducts} produtos.</p>
      )}
    </>
  );
}
