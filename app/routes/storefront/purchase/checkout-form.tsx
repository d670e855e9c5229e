import { type FormEventHandler, type KeyboardEvent, type ReactNode, useId } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/checkout-schema.ts";
import { ifMissingChoices, ifMissingLabels } from "#app/domain/orders/texts.ts";
import { choosePayment, describeMethod, offeredMethods } from "#app/domain/payments/methods.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { AddressFields, DeliveryChoice } from "./address-fields.tsx";
import type { CartSettings } from "./cart-store.ts";
import {
  type CheckoutFields,
  checkoutFormSchema,
  fieldProps,
  maskedFieldProps,
} from "./checkout-form-state.ts";
import { useDeliveryTerms } from "./delivery-store.ts";
import { documentWarning, maskDocument, maskPhone } from "./masks.ts";
import { Amounts, computeAmounts, OrderItems } from "./order-summary.tsx";
import { type Remembering, RememberingChoice } from "./remembering.tsx";

const customerFields = ["name", "email", "phone", "document"] as const;
const deliveryFields = ["zipCode", "street", "number", "neighborhood", "city", "state"] as const;
const requiredFields = [...customerFields, ...deliveryFields];
const stepTitles = ["Seus dados", "Entrega", "Resumo do pedido"] as const;

type CheckoutFormProps = {
  id: string;
  form: CheckoutFields;
  items: CartItems;
  settings: CartSettings;
  remembering: Remembering;
  onSubmit: FormEventHandler;
  onBack: () => void;
};

/** Customer, delivery and wishes; the summary is below them, beside them where there is room. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { id, form, items, settings, remembering, onSubmit, onBack } = props;
  const delivery = useDeliveryTerms(settings);
  const policiesId = useId();
  return (
    <form
      id={id}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={moveToNextField}
      className="grid grid-cols-1 gap-8 px-5 pt-4 pb-6 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] md:gap-x-10 md:px-8 md:pt-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]"
    >
      <div className="flex flex-col gap-8">
        <ErrorSummary form={form} />
        <Section step={1} form={form} fields={customerFields}>
          <CustomerFields form={form} />
        </Section>
        <Section step={2} form={form} fields={deliveryFields}>
          <AddressFields form={form} />
          {settings.delivery_choice && <DeliveryChoice form={form} />}
        </Section>
      </div>
      <Section
        step={3}
        form={form}
        className="md:sticky md:top-6 md:row-span-2 md:self-start md:rounded-md md:bg-sunken md:p-5"
      >
        <OrderItems items={items} />
        <div className="mt-4 border-t border-line pt-4">
          <Amounts
            amounts={computeAmounts(items, delivery)}
            items={items}
            showDelivery={delivery.delivery_fee > 0}
          />
        </div>
        <Button variant="outline" className="mt-4" onClick={onBack}>
          <span className="icon-[lucide--arrow-left] size-5" aria-hidden />
          Voltar ao carrinho
        </Button>
      </Section>
      <div className="flex flex-col gap-4">
        <PaymentField form={form} settings={settings} />
        <WishFields form={form} />
        <RememberingChoice {...remembering} />
        <p id={policiesId} className="text-muted">
          Nada é cobrado agora. Seus dados servem para atender este pedido, como dizem as{" "}
          <Link to="/politicas" target="_blank" className="text-primary-ink underline">
            políticas da loja
          </Link>
          .
        </p>
      </div>
    </form>
  );
}

/** Counts the fields that have a valid value. */
function useFilledCount(form: CheckoutFields, fields: readonly (keyof CheckoutInput)[]): number {
  const values = useWatch({ control: form.control });
  return fields.filter((field) => checkoutFormSchema.shape[field].safeParse(values[field]).success)
    .length;
}

/** "1 de 3 · Seus dados": the first step that is not complete. */
export function useCheckoutStep(form: CheckoutFields): string {
  const isDeliveryDone = useFilledCount(form, deliveryFields) === deliveryFields.length;
  const isCustomerDone = useFilledCount(form, customerFields) === customerFields.length;
  const step = isCustomerDone ? (isDeliveryDone ? 3 : 2) : 1;
  return `${step} de 3 · ${stepTitles[step - 1]}`;
}

/** On phones 'Enter' is the keyboard's 'next' key. */
function moveToNextField(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (event.key !== "Enter" || !(field instanceof HTMLInputElement)) return;
  if (!matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>("input, select")];
  fields[fields.indexOf(field) + 1]?.focus();
}

const fieldLabels: Record<(typeof requiredFields)[number], string> = {
  name: "Nome completo",
  email: "E-mail",
  phone: "Telefone",
  document: "CPF ou CNPJ",
  zipCode: "CEP",
  street: "Rua",
  number: "Número",
  neighborhood: "Bairro",
  city: "Cidade",
  state: "Estado",
};

/** The summary of the errors after a rejected submit, which puts the focus on the first field to correct. */
function ErrorSummary({ form }: { form: CheckoutFields }) {
  const { errors, submitCount } = form.formState;
  const [first, ...others] = requiredFields.filter((field) => errors[field]);
  if (submitCount === 0 || !first) return null;
  const more = others.length === 1 ? " e mais 1 campo" : ` e mais ${others.length} campos`;
  return (
    <p role="status" className="flex items-start gap-2 font-medium">
      <span className="mt-0.5 icon-[lucide--info] size-5 shrink-0" aria-hidden />
      Falta corrigir {fieldLabels[first]}
      {others.length > 0 && more}.
    </p>
  );
}

type SectionProps = {
  step: 1 | 2 | 3;
  form: CheckoutFields;
  /** The step is ticked once all of them are filled. */
  fields?: readonly (keyof CheckoutInput)[];
  className?: string;
  children: ReactNode;
};

function Section({ step, form, fields = [], className, children }: SectionProps) {
  const titleId = useId();
  const isDone = useFilledCount(form, fields) === fields.length && fields.length > 0;
  return (
    <section aria-labelledby={titleId} className={className}>
      <h3 id={titleId} className="mb-4 flex items-center gap-3 text-xl">
        <span
          aria-hidden
          className="facet-small grid size-8 shrink-0 place-items-center bg-tint font-sans text-base text-tint-ink"
        >
          {isDone ? <span className="icon-[lucide--check] size-5" /> : step}
        </span>
        {stepTitles[step - 1]}
      </h3>
      {children}
    </section>
  );
}

function CustomerFields({ form }: { form: CheckoutFields }) {
  const { touchedFields } = form.formState;
  const warning = touchedFields.document ? documentWarning(form.watch("document")) : undefined;
  return (
    <div className="grid gap-4">
      <TextField label="Nome completo" autoComplete="name" {...fieldProps(form, "name")} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps(form, "email")}
      />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="tel"
        hint="Com DDD, de preferência o do WhatsApp"
        {...maskedFieldProps(form, "phone", maskPhone)}
      />
      <TextField
        label="CPF ou CNPJ"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={
          <>
            Para identificar quem compra e emitir a nota
            <DocumentWarning text={warning} />
          </>
        }
        {...maskedFieldProps(form, "document", maskDocument)}
      />
    </div>
  );
}

/** Asked when the shop offers this customer more than one method. */
function PaymentField({ form, settings }: { form: CheckoutFields; settings: CartSettings }) {
  const [document, typed] = form.watch(["document", "payment_method"]);
  const offered = offeredMethods(settings, document);
  const chosen = choosePayment(settings, document, typed);
  if (chosen === undefined) return null;
  return (
    <SelectField
      label="Forma de pagamento"
      className="border-t border-line pt-4"
      {...fieldProps(form, "payment_method")}
      value={chosen}
    >
      {offered.map((method) => (
        <option key={method.name} value={method.name}>
          {describeMethod(method)}
        </option>
      ))}
    </SelectField>
  );
}

/** The fields for this order only: what to do if a product is missing, and anything else. */
function WishFields({ form }: { form: CheckoutFields }) {
  return (
    <div className="grid gap-4">
      <SelectField label="Se faltar algo" optional {...fieldProps(form, "if_missing")}>
        <option value="">Como a loja preferir</option>
        {ifMissingChoices.map((choice) => (
          <option key={choice} value={choice}>
            {ifMissingLabels[choice]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Observação"
        optional
        maxLength={maxNoteLength}
        autoComplete="off"
        {...fieldProps(form, "note")}
        enterKeyHint="enter"
      />
    </div>
  );
}

/** The warning beside the field, which does not prevent sending. */
function DocumentWarning({ text }: { text: string | undefined }) {
  return (
    <span role="status" className="flex items-start gap-1.5 font-medium text-accent-ink">
      {text && (
        <>
          <span className="icon-[lucide--triangle-alert] mt-1 size-4 shrink-0" aria-hidden />
          {text}
        </>
      )}
    </span>
  );
}
