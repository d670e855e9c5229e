import { useState } from "react";
import { selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type MinimumFormProps = { product: string; unit: SaleUnit; minimum: number | null };

/** The least stock of a product, for the purchase list. */
export function MinimumForm({ product, unit, minimum }: MinimumFormProps) {
  const { act, pending } = useAction();
  const [text, setText] = useState(minimum === null ? "" : formatQuantity(minimum));
  const quantity = text.trim() === "" ? 0 : parseQuantity(text, unit);
  const isWrong = !(quantity >= 0);
  const path = `/api/stock-minimums/${product}` as const;
  return (
    <form
      noValidate
      className="mb-6 flex max-w-xl flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWrong) return;
        const body = { minimum: quantity === 0 ? null : quantity };
        void act("PUT", path, { body, done: "Estoque mínimo gravado", failed: "Não foi gravado" });
      }}
    >
      <TextField
        label="Estoque mínimo"
        optional
        hint={`Em ${unit}. Abaixo dele, o produto entra na lista de compras.`}
        className="w-full"
        inputMode="decimal"
        autoComplete="off"
        {...selectOnFocus}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        {...(isWrong && { error: "Digite a quantidade em números, como 12." })}
      />
      <Button type="submit" variant="outline" pending={pending === path}>
        Gravar mínimo
      </Button>
    </form>
  );
}
