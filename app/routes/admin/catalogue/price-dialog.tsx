import { useEffect, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { PricedProduct, PriceSchedule, Rounding } from "#app/domain/catalogue/price-change.ts";
import type { MatchingProducts } from "#app/domain/catalogue/selection.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { DiffLines } from "#app/routes/admin/kit/editing/diff-table.tsx";
import { selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { localClock } from "#app/shared/days.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { parseTypedPercent } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { Selection } from "./selection-bar.tsx";

type Change = { percent?: number; amount?: number; margin?: number; round_to?: Rounding };
type List = { items: PricedProduct[] };

/** A saved change that can be undone. */
export type UndoablePrices = Pick<PricedProduct, "id" | "version">[];

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
  const [typed, setTyped] = useState({ kind: "percent", value: "", rounding: "", when: "" });
  const [preview, setPreview] = useState<PricedProduct[]>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const changing = preview?.filter(({ status }) => status === "changed") ?? [];

  const isWrong = /[^-+\s]/.test(typed.value) && Number.isNaN(parseChange(typed));

  function edit(change: Partial<typeof typed>) {
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
    if (changed.length < saved.length) return setPreview(saved);
    onClose();
    if (typed.when !== "") toast({ title: `Preços de ${changed.length} produto(s) agendados` });
    onChanged(typed.when === "" ? changed.map(toVersion) : undefined);
    await refetch();
  }
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={`Mudar preços de ${selection?.count ?? 0} produto(s)`}
      wide
      action={
        changing.length > 0 ? (
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
        <p className="text-muted">
          {typed.kind === "margin"
            ? "O preço fica com esta margem sobre o custo médio. Todas as opções e preços por quantidade mudam junto."
            : "Todas as opções e preços por quantidade mudam junto. Valores negativos abaixam os preços."}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Mudar em"
            value={typed.kind}
            onChange={({ currentTarget }) => edit({ kind: currentTarget.value })}
          >
            <option value="percent">Porcentagem (%)</option>
            <option value="amount">Valor (R$)</option>
            <option value="margin">Margem (%)</option>
          </SelectField>
          <TextField
            label={valueLabels[kindOf(typed.kind)]}
            inputMode="text"
            autoComplete="off"
            {...selectOnFocus}
            value={typed.value}
            {...(isWrong && { error: "Digite um número, como 5 ou -2,50." })}
            onChange={({ currentTarget }) => edit({ value: currentTarget.value })}
          />
          <SelectField
            label="Arredondar"
            value={typed.rounding}
            onChange={({ currentTarget }) => edit({ rounding: currentTarget.value })}
          >
            <option value="">Não arredondar</option>
            {roundings.map((one) => (
              <option key={one} value={one}>
                {roundingLabels[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="A partir de"
            optional
            hint="Horário de São Paulo. Vazio: agora."
            type="datetime-local"
            min={localNow()}
            value={typed.when}
            onChange={({ currentTarget }) => edit({ when: currentTarget.value })}
          />
        </div>
        {problem && <Alert>{problem}</Alert>}
        {preview && <Preview products={preview} />}
      </form>
    </ActionDialog>
  );
}

function localNow(): string {
  const { date, time } = localClock(new Date());
  return `${date}T${time}`;
}

const roundingLabels: Record<Rounding, string> = {
  "0.05": "A múltiplos de 0,05",
  "0.10": "A múltiplos de 0,10",
  "0.90": "A preços com final ,90",
};
const roundings = Object.keys(roundingLabels) as Rounding[];

type Kind = "percent" | "amount" | "margin";
type Typed = Record<"kind" | "value", string>;
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

const maxShownProducts = 200;

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

/** '+5%, a preços com final ,90' */
function describeChange({ percent, amount = 0, margin, round_to }: PriceSchedule): string {
  const added = percent ?? amount;
  const sign = added > 0 ? "+" : "";
  const difference = percent === undefined ? formatMoney(amount) : `${formatPercent(percent)}%`;
  const change = margin === undefined ? sign + difference : `Margem de ${formatPercent(margin)}%`;
  return change + (round_to ? `, ${roundingLabels[round_to].toLowerCase()}` : "");
}

const formatPercent = (percent: number) => String(percent).replace(".", ",");

/** After its moment a schedule may take this long; then the screen is refetched until it is applied. */
const applyDelayMs = 5000;
const maxWaitMs = 3_600_000;

/** What changes later, and what happened to those that did. */
export function PriceSchedules({ schedules }: { schedules: readonly PriceSchedule[] }) {
  const { act, pending } = useAction();
  const refetch = useRefetch();
  useEffect(() => {
    const next = schedules.find(({ applied_at }) => applied_at === null);
    if (!next) return;
    const untilApplied = Math.max(Date.parse(next.apply_at) - Date.now(), 0) + applyDelayMs;
    const timer = setTimeout(() => void refetch(), Math.min(untilApplied, maxWaitMs));
    return () => clearTimeout(timer);
  }, [schedules, refetch]);
  if (schedules.length === 0) return null;
  const remove = ({ id, applied_at }: PriceSchedule) =>
    act("DELETE", `/api/price-schedules/${id}${applied_at ? "/report" : ""}`, {
      failed: "Não foi possível cancelar",
      of: id,
      ...(!applied_at && { done: "Agendamento cancelado: os preços ficam como estão" }),
    });
  return (
    <section aria-labelledby="precos-agendados" className="mb-4">
      <h2 id="precos-agendados" className="mb-2 text-lg">
        Preços agendados
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-background">
        {schedules.map((one) => (
          <li key={one.id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 grow">
              <p className="font-semibold">{describeSchedule(one)}</p>
              <p className="text-muted">
                {describeChange(one)}
                {one.author && ` · por ${one.author}`}
              </p>
              {one.skipped.slice(0, maxShownProducts).map(({ id, title, message }) => (
                <p key={id} className="font-medium wrap-anywhere text-danger-ink">
                  {title}: {message}
                </p>
              ))}
            </div>
            <Button
              variant="ghost"
              className="-mr-4"
              pending={pending === one.id}
              aria-label={`${one.applied_at ? "Fechar" : "Cancelar"}: ${describeSchedule(one)}`}
              onClick={() => void remove(one)}
            >
              {one.applied_at ? "Fechar" : "Cancelar"}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** '12 produtos, a partir de 02/01/2027, 08:00' or '10 de 12 produtos mudaram em …' */
function describeSchedule({ apply_at, applied_at, product_count, skipped }: PriceSchedule): string {
  const products = product_count === 1 ? "1 produto" : `${product_count} produtos`;
  if (!applied_at) return `${products}, a partir de ${formatDateTime(apply_at)}`;
  const changed = product_count - skipped.length;
  const verb = changed === 1 ? "mudou" : "mudaram";
  return `${changed} de ${products} ${verb} em ${formatDateTime(applied_at)}`;
}

type PriceUndoProps = { changed: UndoablePrices; onDone: () => void };

/** Offers to undo a change of prices. */
export function PriceUndo({ changed, onDone }: PriceUndoProps) {
  const { act, pending } = useAction();
  const rejectedIn = ({ items }: List) => items.filter(({ status }) => status === "rejected");
  async function undo() {
    const answer = await act<List>("POST", "/api/products/prices/undo", {
      body: { products: changed },
      done: (list) => ({
        title: "Preços de antes restaurados",
        description: `${changed.length - rejectedIn(list).length} produto(s)`,
      }),
      failed: "Não foi possível desfazer",
    });
    if (!answer.ok) return;
    const rejected = rejectedIn(answer.data);
    if (rejected.length > 0) {
      toast({
        title: `${rejected.length} produto(s) não voltaram ao preço de antes`,
        description: `${rejected[0]?.title}: ${rejected[0]?.message}`,
        variant: "destructive",
        persistent: true,
      });
    }
    onDone();
  }
  return (
    <section
      aria-label="Mudança de preços"
      className="sticky bottom-(--bottom-bar) z-20 mt-3 flex flex-wrap items-center gap-3 rounded-t-md border border-line bg-background px-4 py-3 shadow-bar"
    >
      <p role="status" className="mr-auto">
        <b>Preços de {changed.length} produto(s) mudaram.</b> É possível desfazer por {undoMinutes}{" "}
        minutos.
      </p>
      <Button variant="outline" pending={pending !== undefined} onClick={undo}>
        Desfazer
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Fechar
      </Button>
    </section>
  );
}
