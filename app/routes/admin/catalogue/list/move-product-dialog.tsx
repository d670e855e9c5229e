import { type FormEvent, useState } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type MoveDialogProps = {
  product: Product;
  /** `place` counts from 1, over the products of all categories. */
  onMove: (id: string, place: number) => void;
  onClose: () => void;
};

/** Moves a product further than it can be dragged. */
export function MoveDialog({ product, onMove, onClose }: MoveDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = Number(text.trim());
    if (!Number.isInteger(place) || place < 1 || place > 1_000_000) {
      return setError("Use um número inteiro a partir de 1.");
    }
    onMove(product.id, place);
    onClose();
  };
  return (
    <ActionDialog
      open
      onClose={onClose}
      title="Mover para a posição"
      action={
        <Button type="submit" form="move-product">
          Mover
        </Button>
      }
    >
      <form id="move-product" onSubmit={submit} className="flex flex-col gap-4">
        <p className="font-semibold wrap-anywhere">{product.title}</p>
        <TextField
          label="Posição"
          hint="Entre todos os produtos da loja: 1 é o primeiro. Um número maior que a lista leva ao fim."
          inputMode="numeric"
          autoComplete="off"
          {...selectOnFocus}
          {...(error && { error })}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
    </ActionDialog>
  );
}
