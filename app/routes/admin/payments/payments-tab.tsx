import { useState } from "react";
import type { Settings } from "#app/domain/company/schema.ts";
import {
  readSchedule,
  type ScheduleText,
  usualSchedule,
  writeSchedule,
} from "#app/domain/delivery/zone-form.ts";
import { pixKeyType, pixPayload, pixRecipient } from "#app/domain/payments/pix/rules.ts";
import { type SectionDefinition, sectionOf } from "#app/routes/admin/company/drafts.tsx";
import { type SettingsSection, useSection } from "#app/routes/admin/company/section.ts";
import { SectionFields, SectionForm } from "#app/routes/admin/company/section-form.tsx";
import type { DeliverySectionProps } from "#app/routes/admin/delivery/delivery-section.tsx";
import { ScheduleFields } from "#app/routes/admin/delivery/schedule-fields.tsx";
import { MoneyField, SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { LoadingState } from "#app/routes/admin/kit/states.tsx";
import { TextQrCode } from "#app/routes/admin/kit/text-qr-code.tsx";
import { formatTypedAmount, parseOptionalNumber } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import {
  isBuiltIn,
  PaymentMethods,
  type PaymentOption,
  PaymentTermsFields,
  parseTerms,
  paymentOptions,
  type TypedTerms,
  typeTerms,
} from "./payment-methods.tsx";

type Delivery = keyof Settings["delivery_settings"];
type Draft = {
  delivery_settings: Record<Delivery, string>;
  options: PaymentOption[];
  terms: TypedTerms;
  outside_zones: Settings["outside_zones"];
  hasPickup: boolean;
  pickup: ScheduleText;
};

const definition: SectionDefinition<Draft> = {
  slot: "payments",
  read: ({
    payment_methods,
    disabled_payment_methods,
    payment_terms,
    delivery_settings,
    ...settings
  }) => ({
    options: paymentOptions(payment_methods, disabled_payment_methods),
    terms: typeTerms(payment_terms),
    delivery_settings: {
      delivery_fee: formatTypedAmount(delivery_settings.delivery_fee),
      minimum_order: formatTypedAmount(delivery_settings.minimum_order),
      free_delivery_minimum: formatTypedAmount(delivery_settings.free_delivery_minimum),
    },
    outside_zones: settings.outside_zones,
    hasPickup: settings.pickup !== null,
    pickup: writeSchedule(settings.pickup ?? usualSchedule),
  }),
  write: ({ options, terms, delivery_settings, ...draft }) => ({
    payment_methods: options.filter(({ enabled }) => enabled).map(({ name }) => name),
    disabled_payment_methods: options
      .filter((option) => !option.enabled && !isBuiltIn(option))
      .map(({ name }) => name),
    payment_terms: parseTerms(terms, options),
    delivery_settings: {
      delivery_fee: parseOptionalNumber(delivery_settings.delivery_fee),
      minimum_order: parseOptionalNumber(delivery_settings.minimum_order),
      free_delivery_minimum: parseOptionalNumber(delivery_settings.free_delivery_minimum),
    },
    outside_zones: draft.outside_zones,
    pickup: draft.hasPickup ? readSchedule(draft.pickup) : null,
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

type PaymentsTabProps = { settings: Settings } & DeliverySectionProps;

/** Loaded with this tab only, for the size of the screen. */
const deliverySection = lateComponent(
  async () => (await import("#app/routes/admin/delivery/delivery-section.tsx")).DeliverySection,
);

export function PaymentsTab({ settings, zones, exceptions }: PaymentsTabProps) {
  const section = useSection(definition, settings);
  const DeliverySection = useLateComponent(deliverySection, true);
  return (
    <>
      <SectionForm section={section}>
        <FormSection
          title="Formas de pagamento"
          description="As que estão ligadas aparecem no carrinho e na página de contato."
        >
          <PaymentMethods
            options={section.draft.options}
            onChange={(options) => section.change({ options })}
          />
          <PaymentTermsFields
            options={section.draft.options}
            terms={section.draft.terms}
            onChange={(terms) => section.change({ terms })}
            errorOf={(method) => section.errorOf(`payment_terms.${method}.days`)}
          />
        </FormSection>
        <FormSection title="Entrega" description="Vale para o carrinho e para novos pedidos.">
          {deliveryFields.map(({ name, label, hint }) => (
            <MoneyField
              key={name}
              label={label}
              hint={hint}
              className="max-w-xs"
              {...section.text(`delivery_settings.${name}`)}
            />
          ))}
          <PickupFields section={section} />
        </FormSection>
      </SectionForm>
      {DeliverySection ? (
        <DeliverySection zones={zones} exceptions={exceptions} />
      ) : (
        <LoadingState>Carregando zonas de entrega...</LoadingState>
      )}
      <PixSection settings={settings} />
    </>
  );
}

/** What holds outside of the zones, and when orders are picked up at the shop. */
function PickupFields({ section }: { section: SettingsSection<Draft> }) {
  const { draft, change, errorOf } = section;
  const shiftErrors = draft.pickup.shifts
    .split("\n")
    .flatMap((_, index) =>
      (["name", "from", "until", "capacity"] as const).map((part) =>
        errorOf(`pickup.shifts.${index}.${part}`),
      ),
    );
  return (
    <>
      <SelectField
        label="Fora das zonas de entrega"
        className="max-w-xs"
        value={draft.outside_zones}
        onChange={(event) =>
          change({ outside_zones: event.currentTarget.value as Draft["outside_zones"] })
        }
      >
        <option value="combinar">Aceitar, e combinar a entrega</option>
        <option value="recusar">Não aceitar pedidos</option>
      </SelectField>
      <SwitchField
        label="Retirada na loja"
        hint="O cliente escolhe o dia em que busca o pedido, sem taxa de entrega."
        checked={draft.hasPickup}
        onChange={(event) => change({ hasPickup: event.currentTarget.checked })}
      />
      {draft.hasPickup && (
        <ScheduleFields
          value={draft.pickup}
          onChange={(next) => change({ pickup: { ...draft.pickup, ...next } })}
          errorOf={(field) =>
            errorOf(`pickup.${field}`) ??
            (field === "shifts" ? shiftErrors.find(Boolean) : undefined)
          }
        />
      )}
    </>
  );
}

type PixDraft = NonNullable<Settings["pix"]>;
const noPix: PixDraft = { key: "", merchant_name: "", merchant_city: "" };

const pixDefinition = sectionOf(
  "payments.pix",
  { pix: noPix },
  { write: ({ pix }) => ({ pix: pix.key.trim() === "" ? null : pix }) },
);

/** The key and recipient of the Pix codes that customers pay with. An empty key turns them off. */
function PixSection({ settings }: { settings: Settings }) {
  const section = useSection(pixDefinition, settings);
  const { pix } = section.draft;
  const keyType = pixKeyType(pix.key);
  const { name, city } = pixRecipient(pix);
  const fields = [
    {
      name: "pix.key",
      label: "Chave Pix",
      hint: keyType ? `Tipo: ${keyType}.` : "CPF, CNPJ, e-mail, celular ou chave aleatória.",
    },
    {
      name: "pix.merchant_name",
      label: "Nome do recebedor",
      hint: name ? `No banco do cliente: ${name}` : "Como no cadastro do seu banco.",
    },
    {
      name: "pix.merchant_city",
      label: "Cidade do recebedor",
      hint: city ? `No código: ${city}` : "A cidade da sua conta.",
    },
  ];
  return (
    <SectionForm section={section}>
      <FormSection
        title="PIX"
        description="Com a chave, pedidos confirmados mostram QR code e Pix Copia e Cola na página do cliente e na impressão."
      >
        <SectionFields section={section} fields={fields} />
        {keyType && name && city && <PixPreview pix={pix} />}
      </FormSection>
    </SectionForm>
  );
}

/** A code that the seller's own bank can read, to see the recipient as customers do. */
function PixPreview({ pix }: { pix: PixDraft }) {
  const [isOpen, setOpen] = useState(false);
  const code = isOpen && pixPayload(pix, { numero_pedido: 1001, amount: 1 });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="icon-[lucide--qr-code] size-5" aria-hidden />
        QR code de exemplo
      </Button>
      {code && (
        <figure className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <TextQrCode text={code} label="QR code de exemplo" />
          <figcaption className="min-w-52 flex-1 text-muted">
            De R$ 1,00 para {pixRecipient(pix).name}. Leia com o aplicativo do seu banco e confira o
            recebedor, sem pagar.
          </figcaption>
        </figure>
      )}
    </div>
  );
}
