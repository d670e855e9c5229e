import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { quoteOption } from "#app/domain/catalogue/quote.ts";
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
import { selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { useSendOnce } from "#app/routes/admin/kit/session/send-once.ts";
import { showFieldErrors } from "#app/routes/admin/kit/session/use-api-form.ts";
import { formatQuantity, formatUnits, type SaleUnit } from "#app/shared/units.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";

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
  /** Of the receipt before. */
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
      ...{ unit, quantity: "", lot: "", expires_on: "", note: "", held: "" },
      ...{ supplier: props.supplier, cost: "" },
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
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg wrap-anywhere">{product.title}</h2>
        <p className="text-muted">
          {option && quoteOption(product, option, 1).label} · saldo{" "}
          {formatUnits(product.stock, product.specs.unit)}
        </p>
      </div>
      <TextField
        label={texts[reason].quantity}
        hint={`Em ${unit}`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        {...selectOnFocus}
        error={errors.quantity?.message}
        {...register("quantity")}
      />
      {isNamed && (
        <SelectField label="Lote" error={errors.lot?.message} {...register("held")}>
          <option value="">{reason === "contagem" ? "Todo o produto" : "Sem lote"}</option>
          {lots.map((lot) => (
            <option key={lot.id} value={lot.id}>
              {`${describeLot(lot)} (tem ${formatQuantity(lot.balance)})`}
            </option>
          ))}
        </SelectField>
      )}
      {reason === "entrada" && <Purchase form={form} unit={unit} suppliers={props.suppliers} />}
      {reason === "entrada" && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Lote"
            optional
            autoComplete="off"
            maxLength={60}
            error={errors.lot?.message}
            {...register("lot")}
          />
          <TextField
            label="Validade"
            optional
            type="date"
            error={errors.expires_on?.message}
            {...register("expires_on")}
          />
        </div>
      )}
      <TextField
        label={reason === "perda" ? "O que houve" : "Observação"}
        optional={reason !== "perda"}
        autoComplete="off"
        maxLength={500}
        error={errors.note?.message}
        {...register("note")}
      />
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
  );
}

type FormState = UseFormReturn<Fields, unknown, z.output<typeof entryFormSchema>>;
type PurchaseProps = { form: FormState; unit: SaleUnit; suppliers: readonly string[] };

/** The supplier, and for the administrator the cost. */
function Purchase({ form, unit, suppliers }: PurchaseProps) {
  const listId = useId();
  const isOwner = useAllowed();
  const { errors } = form.formState;
  return (
    <div className={isOwner ? "grid gap-4 sm:grid-cols-2 sm:gap-3" : undefined}>
      {isOwner && (
        <TextField
          label="Custo"
          optional
          hint={`Em reais, por ${unit}. Só você vê.`}
          inputMode="decimal"
          autoComplete="off"
          {...selectOnFocus}
          error={errors.cost?.message}
          {...form.register("cost")}
        />
      )}
      <TextField
        label="Fornecedor"
        optional
        autoComplete="off"
        list={listId}
        maxLength={100}
        error={errors.supplier?.message}
        {...form.register("supplier")}
      />
      <datalist id={listId}>
        {suppliers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

/** The lots of a product that hold goods. */
function useLots(product: string): StockLot[] {
  const [lots, setLots] = useState<StockLot[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const path = `/api/stock-lots?limit=200&product=${product}` as const;
    void callApi<{ items: StockLot[] }>("GET", path).then((answer) => {
      if (answer.ok && isCurrent) setLots(answer.data.items.filter(({ balance }) => balance > 0));
    });
    return () => {
      isCurrent = false;
    };
  }, [product]);
  return lots;
}
