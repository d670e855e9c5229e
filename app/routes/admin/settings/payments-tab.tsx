import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { TextField } from "#app/ui/field.tsx";
import { PaymentMethods, type PaymentOption, paymentOptions } from "./payment-methods.tsx";
import { type SectionDefinition, useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Delivery = keyof Settings["delivery_settings"];
type Draft = Record<Delivery, string> & { options: PaymentOption[] };

const definition: SectionDefinition<Draft> = {
  slot: "payments",
  path: "delivery_settings.",
  read: ({ payment_methods, delivery_settings }) => ({
    options: paymentOptions(payment_methods),
    delivery_fee: delivery_settings.delivery_fee.toFixed(2),
    minimum_order: delivery_settings.minimum_order.toFixed(2),
    free_delivery_minimum: delivery_settings.free_delivery_minimum.toFixed(2),
  }),
  write: ({ options, delivery_fee, minimum_order, free_delivery_minimum }) => ({
    payment_methods: options.filter(({ enabled }) => enabled).map(({ name }) => name),
    delivery_settings: {
      delivery_fee: Number(delivery_fee) || 0,
      minimum_order: Number(minimum_order) || 0,
      free_delivery_minimum: Number(free_delivery_minimum) || 0,
    },
  }),
};

const deliveryFields: { name: Delivery; label: string; hint: string }[] = [
  {
    name: "delivery_fee",
    label: "Taxa de entrega (R$)",
    hint: "Somada a cada pedido. 0: sem taxa.",
  },
  {
    name: "minimum_order",
    label: "Pedido mínimo (R$)",
    hint: "Abaixo disso o pedido não pode ser enviado. 0: sem mínimo.",
  },
  {
    name: "free_delivery_minimum",
    label: "Entrega grátis a partir de (R$)",
    hint: "A partir deste valor não se cobra a taxa. 0: nunca grátis.",
  },
];

export function PaymentsTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  return (
    <SectionForm section={section}>
      <FormSection
        title="Formas de pagamento"
        description="As que estão ligadas aparecem no carrinho e na página de contato."
      >
        <PaymentMethods
          options={section.draft.options}
          onChange={(options) => section.change({ options })}
        />
      </FormSection>
      <FormSection title="Entrega" description="Vale para o carrinho e para novos pedidos.">
        {deliveryFields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            className="max-w-xs"
            {...section.text(name)}
          />
        ))}
      </FormSection>
    </SectionForm>
  );
}
