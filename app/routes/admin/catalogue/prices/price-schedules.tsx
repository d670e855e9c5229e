import { useEffect } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type {
  PricedProduct,
  PriceSchedule,
  Rounding,
} from "#app/domain/catalogue/prices/price-change.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { formatMoney } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";

export const roundingLabels: Record<Rounding, string> = {
  "0.05": "De 5 em 5 centavos",
  "0.10": "De 10 em 10 centavos",
  "0.90": "Com final ,90",
};

/** A report about prices names so many products. */
export const maxShownProducts = 200;

/** '+5%, com final ,90' */
function describeChange({ percent, amount = 0, margin, round_to }: PriceSchedule): string {
  const added = percent ?? amount;
  const sign = added > 0 ? "+" : "";
  const difference = percent === undefined ? formatMoney(amount) : `${formatPercent(percent)}%`;
  const change = margin === undefined ? sign + difference : `Margem de ${formatPercent(margin)}%`;
  return change + (round_to ? `, ${roundingLabels[round_to].toLowerCase()}` : "");
}

const formatPercent = (percent: number) => String(percent).replace(".", ",");

/** The time that a schedule may take after its moment; then the screen is refetched until it is applied. */
const applyDelayMs = 5000;
const maxWaitMs = 3_600_000;

/** The list of scheduled changes, and the results of those whose time has come. */
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
      ...(!applied_at && { done: "Agendamento cancelado: nenhum preço muda mais" }),
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
  const products = formatProductCount(product_count);
  if (!applied_at) return `${products}, a partir de ${formatDateTime(apply_at)}`;
  const changed = product_count - skipped.length;
  const verb = changed === 1 ? "mudou" : "mudaram";
  return `${changed} de ${products} ${verb} em ${formatDateTime(applied_at)}`;
}

/** A saved change that can be undone. */
export type UndoablePrices = Pick<PricedProduct, "id" | "version">[];

type List = { items: PricedProduct[] };

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
        description: formatProductCount(changed.length - rejectedIn(list).length),
      }),
      failed: "Não foi possível desfazer",
    });
    if (!answer.ok) return;
    const rejected = rejectedIn(answer.data);
    if (rejected.length > 0) {
      toast({
        title: `${formatProductCount(rejected.length)} ${rejected.length === 1 ? "não voltou" : "não voltaram"} ao preço de antes`,
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
        <b>Preços de {formatProductCount(changed.length)} mudaram.</b> É possível desfazer por{" "}
        {undoMinutes} minutos.
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
