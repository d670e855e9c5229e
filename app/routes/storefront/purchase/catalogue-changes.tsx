import type { LineChange } from "#app/domain/orders/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { ChangeNotice } from "./changed-line.tsx";

type CatalogueChangesProps = {
  lines: readonly LineChange[];
  /** Name of the product that a changed line is about. */
  nameOf: (line: LineChange) => string;
  onAccept: (lines: readonly LineChange[]) => void;
};

/** The lines that are not as the visitor chose them, old and new, and the button that agrees to them. */
export function CatalogueChanges({ lines, nameOf, onAccept }: CatalogueChangesProps) {
  return (
    <>
      O catálogo mudou e o pedido ainda não foi enviado:
      <ul className="my-2 flex flex-col gap-2">
        {lines.map((line) => (
          <li key={`${line.product_id} ${line.unit}`}>
            <span className="font-semibold">{nameOf(line)}</span>
            <ChangeNotice change={line} />
          </li>
        ))}
      </ul>
      <Button look="accent" onClick={() => onAccept(lines)}>
        Aceitar mudanças
      </Button>
    </>
  );
}
