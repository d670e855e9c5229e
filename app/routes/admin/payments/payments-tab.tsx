import { type ReactNode, useState } from "react";
import type { Settings } from "#app/domain/company/schema.ts";
import {
  readSchedule,
  type ScheduleText,
  usualSchedule,
  writeSchedule,
} from "#app/domain/delivery/zone-form.ts";
import { pixKeyType, pixPayload, pixRecipient } from "#app/domain/payments/pix/rules.ts";
import type { SettingsForm, SettingsTab } from "#app/routes/admin/company/settings-form.ts";
import { FormPart, TabForm } from "#app/routes/admin/company/tab-form.tsx";
import {
  DeliverySection,
  type DeliverySectionProps,
} from "#app/routes/admin/delivery/delivery-section.tsx";
import { ScheduleFields } from "#app/routes/admin/delivery/schedule-fields.tsx";
import {
  type FormField,
  FormFields,
  useFormErrors,
} from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection, SectionIndex } from "#app/routes/admin/kit/page.tsx";
import { TextQrCode } from "#app/routes/admin/kit/text-qr-code.tsx";
import { formatTypedAmount, parseOptionalNumber } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import {
  PaymentMethods,
  type PaymentOption,
  PaymentTermsFields,
  parseTerms,
  paymentOptions,
} from "./payment-methods.tsx";
import { PixConnectionTest } from "./pix-connection.tsx";

const noPix = { key: "", merchant_name: "", merchant_city: "" };

function read(settings: Settings) {
  const { payment_methods, payment_terms, delivery_settings } = settings;
  return {
    options: paymentOptions(payment_methods, payment_terms),
    delivery_settings: {
      delivery_fee: formatTypedAmount(delivery_settings.delivery_fee),
      minimum_order: formatTypedAmount(delivery_settings.minimum_order),
      free_delivery_minimum: formatTypedAmount(delivery_settings.free_delivery_minimum),
    },
    outside_zones: settings.outside_zones,
    hasPickup: settings.pickup !== null,
    pickup: writeSchedule(settings.pickup ?? usualSchedule),
    confirmed_orders_open: settings.confirmed_orders_open,
    pix: settings.pix ?? noPix,
  };
}
type PaymentsDraft = ReturnType<typeof read>;
type PaymentsForm = SettingsForm<PaymentsDraft>;

export const paymentsTab: SettingsTab<PaymentsDraft> = {
  read,
  write: ({ options, delivery_settings, hasPickup, pickup, pix, ...unchanged }) => ({
    ...unchanged,
    payment_methods: options.filter(({ enabled }) => enabled).map(({ name }) => name),
    payment_terms: parseTerms(options),
    delivery_settings: {
      delivery_fee: parseOptionalNumber(delivery_settings.delivery_fee),
      minimum_order: parseOptionalNumber(delivery_settings.minimum_order),
      free_delivery_minimum: parseOptionalNumber(delivery_settings.free_delivery_minimum),
    },
    pickup: hasPickup ? readSchedule(pickup) : null,
    pix: pix.key.trim() === "" ? null : pix,
  }),
};

const deliveryFields: FormField[] = [
  {
    name: "delivery_settings.delivery_fee",
    label: "Taxa de entrega (R$)",
    kind: "money",
    hint: "Somada a cada pedido. 0: sem taxa.",
    className: "max-w-xs",
  },
  {
    name: "delivery_settings.minimum_order",
    label: "Pedido mínimo (R$)",
    kind: "money",
    hint: "Abaixo disso o pedido não pode ser enviado. 0: sem mínimo.",
    className: "max-w-xs",
  },
  {
    name: "delivery_settings.free_delivery_minimum",
    label: "Entrega grátis a partir de (R$)",
    kind: "money",
    hint: "A partir deste valor não se cobra a taxa. 0: nunca grátis.",
    className: "max-w-xs",
  },
  {
    name: "outside_zones",
    label: "Fora das zonas de entrega",
    kind: "select",
    className: "max-w-xs",
    choices: [
      ["combinar", "Aceitar, e combinar a entrega"],
      ["recusar", "Não aceitar pedidos"],
    ],
  },
];

const pickupField: FormField = {
  name: "hasPickup",
  label: "Retirada na loja",
  kind: "switch",
  hint: "O cliente escolhe o dia em que busca o pedido, sem taxa de entrega.",
};

const changesField: FormField = {
  name: "confirmed_orders_open",
  label: "Cliente muda pedido confirmado",
  kind: "switch",
  hint: "Até o prazo da entrega o cliente muda pelo link um pedido pendente. Ligado: também um confirmado, enquanto não foi separado.",
};

const sectionTitles = [
  "Formas de pagamento",
  "Entrega",
  "Retirada",
  "Zonas de entrega",
  "Dias sem entrega",
  "Testar um CEP",
  "PIX",
];

type PaymentsTabProps = {
  form: PaymentsForm;
  settings: Pick<Settings, "pix">;
  /** The bank whose payments confirm themselves. */
  pixBank: string | undefined;
} & DeliverySectionProps;

export function PaymentsTab({ form, settings, pixBank, zones, exceptions }: PaymentsTabProps) {
  const { options, pix } = form.draft;
  const setOptions = (next: PaymentOption[]) => form.setValue("options", next);
  return (
    <TabForm form={form}>
      <SectionIndex titles={sectionTitles} />
      <FormPart>
        <FormSection
          title="Formas de pagamento"
          description="As que estão ligadas aparecem no carrinho e na página de contato."
        >
          <PaymentMethods options={options} onChange={setOptions} />
          <PaymentTermsFields options={options} onChange={setOptions} />
        </FormSection>
        <FormSection title="Entrega" description="Vale para o carrinho e para novos pedidos.">
          <FormFields fields={deliveryFields} />
          <FormFields fields={[changesField]} />
        </FormSection>
        <FormSection title="Retirada" description="Dias, horários e até quando se pede.">
          <FormFields fields={[pickupField]} />
          {form.draft.hasPickup && <PickupSchedule form={form} />}
        </FormSection>
      </FormPart>
      <DeliverySection zones={zones} exceptions={exceptions} />
      <FormPart>
        <PixFields pix={pix}>
          {pixBank && <PixConnectionTest bank={pixBank} savedKey={settings.pix?.key} />}
        </PixFields>
      </FormPart>
    </TabForm>
  );
}

const shiftParts = ["name", "from", "until", "capacity"];

/** The days on which orders are picked up at the shop. */
function PickupSchedule({ form }: { form: PaymentsForm }) {
  const { draft, setValue } = form;
  const { pickup } = draft;
  const errorOf = useFormErrors();
  const shiftErrors = pickup.shifts
    .split("\n")
    .flatMap((_, index) => shiftParts.map((part) => errorOf(`pickup.shifts.${index}.${part}`)));

  function errorOfSchedule(field: keyof ScheduleText) {
    const shiftError = field === "shifts" ? shiftErrors.find(Boolean) : undefined;
    return errorOf(`pickup.${field}`) ?? shiftError;
  }
  return (
    <ScheduleFields
      value={pickup}
      onChange={(next) => setValue("pickup", { ...pickup, ...next })}
      errorOf={errorOfSchedule}
    />
  );
}

type Pix = PaymentsDraft["pix"];

/** The key and recipient of the Pix codes that customers pay with. An empty key turns them off. */
function PixFields({ pix, children }: { pix: Pix; children: ReactNode }) {
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
    <FormSection
      title="PIX"
      description="Com a chave, pedidos confirmados mostram QR code e Pix Copia e Cola na página do cliente e na impressão."
    >
      <FormFields fields={fields} />
      {keyType && name && city && <PixPreview pix={pix} />}
      {children}
    </FormSection>
  );
}

/** A code that the seller's own bank can read, to see the recipient as customers do. */
function PixPreview({ pix }: { pix: Pix }) {
  const [isOpen, setOpen] = useState(false);
  const code = isOpen && pixPayload(pix, { txid: "PED1001", amount: 1 });
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
