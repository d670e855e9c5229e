import type { SaleUnit } from "#app/domain/catalogue/rules.ts";
import type { ChangedLine } from "#app/domain/orders/schema.ts";
import { Price } from "#app/ui/price.tsx";

/** What became of a line since it was put into the cart: old and new, in a sentence. */
export function ChangeNotice({ change }: { change: ChangedLine }) {
  return (
    <p className="flex items-start gap-1.5 font-medium text-danger-ink">
      <span className="icon-[lucide--circle-alert] mt-1 size-4 shrink-0" aria-hidden />
      <span>
        <Words change={change} />
      </span>
    </p>
  );
}

function Words({ change }: { change: ChangedLine }) {
  const { reason, price_seen: before, price_now: now, unit_now: unit } = change;
  if (reason === "hidden" || reason === "unknown" || now === null) return "Não está mais à venda";
  if (!change.available) return "Esgotado";
  if (reason === "unit-changed" && unit) {
    return (
      <>
        Antes <OldPrice amount={before} unit={change.unit} />, agora <Price amount={now} /> por{" "}
        {unit}; a quantidade volta a 1
      </>
    );
  }
  return (
    <>
      De <OldPrice amount={before} /> por <Price amount={now} />
    </>
  );
}

function OldPrice({ amount, unit }: { amount: number; unit?: SaleUnit }) {
  return (
    <s>
      <Price amount={amount} />
      {unit && ` por ${unit}`}
    </s>
  );
}
