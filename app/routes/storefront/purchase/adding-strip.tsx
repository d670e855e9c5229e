import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Adding, describeAdding, stopAdding } from "./adding-store.ts";
import { Strip } from "./strips.tsx";

/** Says in the whole shop that products are chosen for an order. */
export function AddingStrip({ adding }: { adding: Adding }) {
  return (
    <Strip
      icon="icon-[lucide--package-plus]"
      action={
        <span className="-my-1 flex gap-1">
          <ButtonLink variant="ghost" size="compact" to={`/pedido/${adding.ref}`}>
            Ver pedido
          </ButtonLink>
          <Button variant="ghost" size="compact" onClick={stopAdding}>
            Sair
          </Button>
        </span>
      }
    >
      {describeAdding(adding)}
    </Strip>
  );
}
