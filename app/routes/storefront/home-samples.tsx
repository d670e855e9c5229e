import type { Product } from "#app/domain/catalogue/schema.ts";
import { lineTotal } from "#app/shared/money.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

const paper = "rounded-md bg-background text-foreground shadow-lift";
const sampleQuantity = 2;

/** A line of a cart, as it will look. */
export function CartSample({ product }: { product: Product | undefined }) {
  if (!product) return null;
  return (
    <div className={`flex items-center gap-3 p-2.5 ${paper}`}>
      <div className="w-20 shrink-0 overflow-hidden rounded-sm">
        <Picture src={product.images[0]} alt="" width={80} height={80} sizes="5rem" />
      </div>
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">{product.title}</p>
        <p className="text-muted">
          {sampleQuantity} × <Price amount={product.price} />
        </p>
        <Price cents={lineTotal(product.price, sampleQuantity)} className="text-lg font-bold" />
      </div>
    </div>
  );
}

/** What an order asks for. */
export function FormSample() {
  return (
    <div className={`flex flex-col gap-2.5 p-4 ${paper}`}>
      {["Nome", "Contato", "Endereço"].map((label) => (
        <p key={label} className="flex items-center gap-2 border-b border-line pb-1.5">
          <span className="icon-[lucide--check] size-5 shrink-0 text-success-ink" />
          {label}
        </p>
      ))}
    </div>
  );
}

/** What happens after sending. */
export function ChatSample() {
  return (
    <div className="flex flex-col gap-2.5">
      <p className={`mr-6 rounded-bl-none px-4 py-2.5 ${paper}`}>
        Pedido separado. Entregamos quinta de manhã?
      </p>
      <p className="ml-auto rounded-md rounded-br-none bg-primary px-4 py-2.5 text-on-primary">
        Fechado, pago no PIX.
      </p>
    </div>
  );
}
