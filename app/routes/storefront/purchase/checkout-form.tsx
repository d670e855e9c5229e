import { type FormEventHandler, type KeyboardEvent, type ReactNode, useId } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/schema.ts";
import { ifMissingChoices, ifMissingLabels } from "#app/domain/orders/texts.ts";
import {
  choosePayment,
  offeredMethods,
  paymentMethodLabel,
} from "#app/domain/settings/payment-methods.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { AddressFields } from "./address-fields.tsx";
import type { CartSettings } from "./cart-context.tsx";
import {
  type CheckoutFields,
  checkoutFormSchema,
  fieldProps,
  maskedFieldProps,
} from "./checkout-form-state.ts";
import { DeliveryChoice } from "./delivery-choice.tsx";
import { useDeliveryTerms } from "./delivery-store.ts";
import { documentWarning, maskDocument, maskPhone } from "./masks.ts";
import { computeAmounts } from "./order-amounts.ts";
import { Amounts, OrderItems, ProgressBar } from "./order-summary.tsx";
import { type Remembering, RememberingChoice } from "./remembering.tsx";

const customerFields = ["name", "email", "phone", "document"] as const;
const addressFields = ["zipCode", "street", "number", "neighborhood", "city", "state"] as const;
const requiredFields = [...customerFields, ...addressFields];

type CheckoutFormProps = {
  id: string;
  form: CheckoutFields;
  items: CartItems;
  settings: CartSettings;
  remembering: Remembering;
  onSubmit: FormEventHandler;
  onBack: () => void;
};

/** Customer, address and summary in one column. */
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
      className="flex flex-col gap-8 px-5 pt-4 pb-6 md:px-8 md:pt-0"
    >
      <div className="sticky top-0 z-10 -mx-8 hidden border-b border-line bg-background px-8 py-3 md:block">
        <Progress form={form} />
      </div>
      <ErrorSummary form={form} />
      <Section step={1} title="Seus dados" form={form} fields={customerFields}>
        <CustomerFields form={form} />
      </Section>
      <Section step={2} title="Endereço de entrega" form={form} fields={addressFields}>
        <AddressFields form={form} />
        {settings.delivery_choice && <DeliveryChoice form={form} />}
      </Section>
      <Section step={3} title="Resumo do pedido" form={form}>
        <div className="flex flex-col gap-4">
          <OrderItems items={items} />
          <div className="border-t border-line pt-4">
            <Amounts
              amounts={computeAmounts(items, delivery)}
              items={items}
              showDelivery={delivery.delivery_fee > 0}
            />
          </div>
          <Button variant="outline" className="self-start" onClick={onBack}>
            <span className="icon-[lucide--arrow-left] size-5" aria-hidden />
            Voltar ao carrinho
          </Button>
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
      </Section>
    </form>
  );
}

/** How many of these fields have a valid value. */
function useFilledCount(form: CheckoutFields, fields: readonly (keyof CheckoutInput)[]): number {
  const values = useWatch({ control: form.control });
  return fields.filter((field) => checkoutFormSchema.shape[field].safeParse(values[field]).success)
    .length;
}

/** "1 de 3 · Seus dados": the first step that is not complete. */
export function useCheckoutStep(form: CheckoutFields): string {
  const isCustomerDone = useFilledCount(form, customerFields) === customerFields.length;
  const isAddressDone = useFilledCount(form, addressFields) === addressFields.length;
  if (!isCustomerDone) return "1 de 3 · Seus dados";
  return isAddressDone ? "3 de 3 · Resumo do pedido" : "2 de 3 · Endereço de entrega";
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

/** After a rejected submit: the fields to correct, each a way there. */
function ErrorSummary({ form }: { form: CheckoutFields }) {
  const { errors, submitCount } = form.formState;
  const invalid = requiredFields.filter((field) => errors[field]);
  if (submitCount === 0 || invalid.length === 0) return null;
  return (
    <section
      aria-label="Campos a corrigir"
      className="rounded-md border-2 border-danger-ink p-4 md:mt-4"
    >
      <p className="font-semibold">
        {invalid.length === 1
          ? "Falta corrigir 1 campo:"
          : `Falta corrigir ${invalid.length} campos:`}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {invalid.map((field) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => form.setFocus(field)}
              className="min-h-11 text-primary-ink underline"
            >
              {fieldLabels[field]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress({ form }: { form: CheckoutFields }) {
  const total = requiredFields.length;
  const filled = useFilledCount(form, requiredFields);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-muted">
        {filled} de {total} campos preenchidos
      </p>
      <ProgressBar share={filled / total} />
    </div>
  );
}

type SectionProps = {
  step: number;
  title: string;
  form: CheckoutFields;
  /** The step is ticked once all of them are filled. */
  fields?: readonly (keyof CheckoutInput)[];
  children: ReactNode;
};

function Section({ step, title, form, fields = [], children }: SectionProps) {
  const titleId = useId();
  const isDone = useFilledCount(form, fields) === fields.length && fields.length > 0;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-4 flex items-center gap-3 text-xl">
        <span
          aria-hidden
          className="facet-small grid size-8 shrink-0 place-items-center bg-tint font-sans text-base text-tint-ink"
        >
          {isDone ? <span className="icon-[lucide--check] size-5" /> : step}
        </span>
        {title}
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
        hint={<DocumentWarning text={warning} />}
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
      {offered.map(({ name, days }) => (
        <option key={name} value={name}>
          {paymentMethodLabel(name)}
          {days > 0 && `, em ${days} ${days === 1 ? "dia" : "dias"}`}
        </option>
      ))}
    </SelectField>
  );
}

/** For this order only: what to do if a product is missing, and anything else. */
function WishFields({ form }: { form: CheckoutFields }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
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

/** Beside the field; it does not prevent sending. */
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
