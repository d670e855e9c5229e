import { type FormEventHandler, useId } from "react";
import { Link } from "react-router";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { DeliverySettings } from "#app/shared/columns.ts";
import { Button } from "#app/ui/button.tsx";
import { AddressFields } from "./address-fields.tsx";
import { Amounts } from "./amounts.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { amountsOf } from "./obstacle.ts";
import { OrderLines } from "./order-lines.tsx";
import { addressFields, customerFields, Progress, useFilledCount } from "./progress.tsx";
import { Section } from "./section.tsx";
import type { CheckoutFields } from "./use-checkout-form.ts";

type OrderFormProps = {
  id: string;
  form: CheckoutFields;
  items: CartItems;
  delivery: DeliverySettings;
  onSubmit: FormEventHandler;
  onBack: () => void;
};

/** One calm column: who orders, where it goes, what is sent. */
export function OrderForm({ id, form, items, delivery, onSubmit, onBack }: OrderFormProps) {
  const policiesId = useId();
  const isCustomerDone = useFilledCount(form, customerFields) === customerFields.length;
  const isAddressDone = useFilledCount(form, addressFields) === addressFields.length;
  return (
    <form id={id} noValidate onSubmit={onSubmit} className="flex flex-col gap-8 px-5 pb-6 md:px-8">
      <div className="sticky top-0 z-10 -mx-5 border-b border-line bg-background px-5 py-3 md:-mx-8 md:px-8">
        <Progress form={form} />
      </div>
      <Section step={1} title="Seus dados" done={isCustomerDone}>
        <CustomerFields form={form} />
      </Section>
      <Section step={2} title="Endereço de entrega" done={isAddressDone}>
        <AddressFields form={form} />
      </Section>
      <Section step={3} title="Resumo do pedido" done={false}>
        <div className="flex flex-col gap-4">
          <OrderLines items={items} />
          <div className="border-t border-line pt-4">
            <Amounts
              amounts={amountsOf(items, delivery)}
              showDelivery={delivery.delivery_fee > 0}
            />
          </div>
          <Button look="outline" className="self-start" onClick={onBack}>
            <span className="icon-[lucide--arrow-left] size-5" aria-hidden />
            Voltar ao carrinho
          </Button>
          <p id={policiesId} className="text-muted">
            Nada é cobrado agora. Seus dados servem para atender este pedido, como dizem as{" "}
            <Link to="/politicas" target="_blank" className="text-primary-ink underline">
              políticas da loja
            </Link>
            .
          </p>
        </div>
      </Section>
    </form>
  );
}
