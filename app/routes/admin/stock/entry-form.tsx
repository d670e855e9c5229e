import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { describeLot, type EntryReason } from "#app/domain/stock/rules.ts";
import {
  type EntryResult,
  entryFormSchema,
  type EntryForm as Fields,
  type StockLot,
} from "#app/domain/stock/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { ConfirmDialog, UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { type Choice, ChoiceField, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { submitWholeDates } from "#app/routes/admin/kit/fields/whole-dates.ts";
import { showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { useSendOnce } from "#app/routes/admin/kit/session/send-once.ts";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { showFieldErrors } from "#app/routes/admin/kit/session/use-api-form.ts";
import { formatQuantity, formatUnits, type SaleUnit } from "#app/shared/units.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";

const resolver = zodResolver(entryFormSchema);

const texts: Record<EntryReason, { quantity: string; submit: string }> = {
  entrada: { quantity: "Quantidade recebida", submit: "Receber" },
  contagem: { quantity: "Quantidade contada", submit: "Gravar contagem" },
  perda: { quantity: "Quantidade perdida", submit: "Registrar perda" },
};

type EntryFormProps = {
  reason: EntryReason;
  product: Product;
  unit: SaleUnit;
  /** Suggestions from earlier receipts. */
  suppliers: readonly string[];
  /** The supplier of the receipt before. */
  supplier: string;
  onDone: (items: EntryResult["items"], supplier: string) => void;
  onCancel: () => void;
};

/** One line: quantity in the chosen sale unit, and its lot. A repeated press does not count twice. */
export function EntryForm(props: EntryFormProps) {
  const { reason, product, unit, onDone, onCancel } = props;
  const form = useForm<Fields, unknown, z.output<typeof entryFormSchema>>({
    resolver,
    defaultValues: {
      unit,
      quantity: "",
      lot: "",
      expires_on: "",
      note: "",
      held: "",
      supplier: props.supplier,
      cost: "",
    },
  });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const [isLeaving, setLeaving] = useState(false);
  const lots = useLots(product.id);
  const send = useSendOnce<EntryResult>();
  const submit = form.handleSubmit(async ({ held, supplier, ...values }) => {
    const heldLot = lots.find(({ id }) => id === held);
    const lot = heldLot && { lot: heldLot.code, expires_on: heldLot.expires_on };
    const line = { product_id: product.id, ...values, ...lot };
    const entry = { reason, ...(supplier && { supplier }), lines: [line] };
    const answer = await send("/api/stock-movements", entry);
    if (answer.ok) return onDone(answer.data.items, supplier ?? "");
    if (!showFieldErrors(form, answer.problem)) showProblem("Não foi gravado", answer.problem);
  });
  const option = product.sale_options.find((one) => one.unit === unit);
  const isNamed = reason !== "entrada" && lots.length > 0;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submitWholeDates(form, submit)} className="flex flex-col gap-4">
        <div>
          <h2 className="text-lg wrap-anywhere">{product.title}</h2>
          <p className="text-muted">
            {option && quoteOption(product, option, 1).label} · saldo{" "}
            {formatUnits(product.stock, product.specs.unit)}
          </p>
        </div>
        <FormFields fields={[quantityField(reason, unit)]} />
        {isNamed && (
          <ChoiceField
            label="Lote"
            error={errors.lot?.message}
            choices={[
              ["", reason === "contagem" ? "Todo o produto" : "Sem lote"],
              ...lots.map((lot): Choice => [lot.id, describeHeld(lot)]),
            ]}
            {...register("held")}
          />
        )}
        {reason === "entrada" && <Purchase unit={unit} suppliers={props.suppliers} />}
        {reason === "entrada" && (
          <div className="grid grid-cols-2 gap-3">
            <FormFields fields={newLotFields} />
          </div>
        )}
        <FormFields fields={[noteField(reason)]} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={isSubmitting}>
            {texts[reason].submit}
          </Button>
          <Button variant="ghost" onClick={isDirty ? () => setLeaving(true) : onCancel}>
            Outro produto
          </Button>
        </div>
        <UnsavedGuard dirty={isDirty} parameter="tela" />
        <ConfirmDialog
          open={isLeaving}
          title="Sair sem gravar?"
          confirmLabel="Sair sem gravar"
          onConfirm={onCancel}
          onClose={() => setLeaving(false)}
        >
          O que você digitou de {product.title} ainda não foi gravado.
        </ConfirmDialog>
      </form>
    </FormProvider>
  );
}

type EntryField = FormField<keyof Fields>;

const quantityField = (reason: EntryReason, unit: SaleUnit): EntryField => ({
  name: "quantity",
  label: texts[reason].quantity,
  hint: `Em ${unit}`,
  inputMode: "decimal",
  autoFocus: true,
  ...selectOnFocus,
});

const describeHeld = (lot: StockLot) => `${describeLot(lot)} (tem ${formatQuantity(lot.balance)})`;

const newLotFields: EntryField[] = [
  { name: "lot", label: "Lote", optional: true, maxLength: 60 },
  { name: "expires_on", label: "Validade", optional: true, type: "date" },
];

const noteField = (reason: EntryReason): EntryField => ({
  name: "note",
  label: reason === "perda" ? "O que houve" : "Observação",
  optional: reason !== "perda",
  maxLength: 500,
});

type PurchaseProps = { unit: SaleUnit; suppliers: readonly string[] };

/** The supplier, and for the administrator the cost. */
function Purchase({ unit, suppliers }: PurchaseProps) {
  const isOwner = useAllowed();
  const cost: EntryField = {
    name: "cost",
    label: "Custo",
    optional: true,
    hint: `Em reais, por ${unit}. Só você vê.`,
    inputMode: "decimal",
    ...selectOnFocus,
  };
  const supplier: EntryField = {
    name: "supplier",
    label: "Fornecedor",
    optional: true,
    suggestions: suppliers,
    maxLength: 100,
  };
  return (
    <div className={isOwner ? "grid gap-4 sm:grid-cols-2 sm:gap-3" : undefined}>
      <FormFields fields={isOwner ? [cost, supplier] : [supplier]} />
    </div>
  );
}

/** The lots of a product that hold goods. */
function useLots(product: string): StockLot[] {
  const answer = useAnswer<{ items: StockLot[] }>(`/api/stock-lots?limit=200&product=${product}`);
  return answer?.ok ? answer.data.items.filter(({ balance }) => balance > 0) : [];
}
