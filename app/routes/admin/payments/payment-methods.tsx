import { type KeyboardEvent, useRef, useState } from "react";
import { type PaymentKind, paymentKinds, paymentKindTable } from "#app/domain/payments/kinds.ts";
import {
  type Audience,
  acceptedPaymentMethods,
  builtInPaymentMethods,
  type DueFrom,
  dueStartLabels,
  type PaymentTerms,
  toPaymentMethod,
} from "#app/domain/payments/methods.ts";
import { useFormErrors } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type PaymentMethodsProps = {
  options: readonly PaymentOption[];
  onChange: (options: PaymentOption[]) => void;
};

/** The accepted payment methods: five built-in ones and custom ones. */
export function PaymentMethods({ options, onChange }: PaymentMethodsProps) {
  const adding = useRef<HTMLDivElement>(null);
  function remove(option: PaymentOption) {
    onChange(options.filter((other) => other !== option));
    adding.current?.querySelector("input")?.focus();
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {options.map((option) => (
          <li key={option.id} className="flex items-center gap-1 px-3">
            <Method
              option={option}
              onToggle={(enabled) =>
                onChange(options.map((other) => (other === option ? { ...other, enabled } : other)))
              }
            />
            {!isBuiltIn(option) && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remover ${option.name}`}
                onClick={() => remove(option)}
                className="ml-2 text-danger-ink"
              >
                <span className="icon-[lucide--trash-2] size-4" aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div ref={adding}>
        <NewMethod options={options} onAdd={(option) => onChange([...options, option])} />
      </div>
    </>
  );
}

// The checkbox exposes its own state; `aria-checked` would be redundant.
const asSwitch = { role: "switch" };

type MethodProps = { option: PaymentOption; onToggle: (enabled: boolean) => void };

function Method({ option: { id, name, icon, enabled }, onToggle }: MethodProps) {
  return (
    <label className="flex min-h-12 min-w-0 grow cursor-pointer items-center gap-3">
      <span className={`${icon} size-5 shrink-0 text-muted`} aria-hidden />
      <span className="min-w-0 grow wrap-anywhere">{name}</span>
      <input
        {...asSwitch}
        type="checkbox"
        name={id}
        checked={enabled}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        className="switch-input"
      />
    </label>
  );
}

type NewMethodProps = {
  options: readonly PaymentOption[];
  onAdd: (option: PaymentOption) => void;
};

function NewMethod({ options, onAdd }: NewMethodProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  function add() {
    if (name.trim() === "") return;
    const option = customOption(name);
    if (hasMethod(options, option)) return setError("Esta forma de pagamento já está na lista.");
    onAdd(option);
    setName("");
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Nova forma de pagamento"
        name="new_payment_method"
        maxLength={100}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={press}
        className="min-w-0 grow max-sm:basis-full"
      />
      <Button
        variant="outline"
        onClick={add}
        className="sm:mt-[calc(var(--text-base)*1.5+0.375rem)] sm:min-h-12"
      >
        <span className="icon-[lucide--plus] size-4" aria-hidden />
        Adicionar
      </Button>
    </div>
  );
}

/** A payment method in the form, with its terms; the days as typed. */
export type PaymentOption = {
  id: string;
  name: string;
  enabled: boolean;
  icon: string;
  audience: Audience;
  days: string;
  due_from: DueFrom;
  kind: PaymentKind;
};

type StoredTerms = Readonly<Record<string, PaymentTerms>>;

const customIcon = "icon-[lucide--credit-card]";
const icons: Record<string, string> = {
  pix: "icon-[lucide--qr-code]",
  credit: customIcon,
  debit: "icon-[lucide--wallet-cards]",
  money: "icon-[lucide--banknote]",
  transfer: "icon-[lucide--landmark]",
};

/** The five built-in methods, then the custom ones. A custom one that is switched off is known by its terms. */
export function paymentOptions(
  saved: readonly string[] | null,
  terms: StoredTerms = {},
): PaymentOption[] {
  const accepted = acceptedPaymentMethods(saved);
  const builtIn = builtInPaymentMethods.map(({ id, name }) => ({
    ...customOption(name),
    id,
    enabled: accepted.includes(name),
    icon: icons[id] ?? customIcon,
  }));
  const custom = accepted.filter((name) => !builtIn.some((method) => method.name === name));
  const options = [...builtIn, ...custom.map(customOption)];
  const switchedOff = Object.keys(terms).map((name) => ({ ...customOption(name), enabled: false }));
  const all = [...options, ...switchedOff.filter((option) => !hasMethod(options, option))];
  return all.map((option) => {
    const stored = terms[option.name];
    if (!stored) return option;
    const { kind } = toPaymentMethod(option.name, terms);
    const { audience, days, due_from = option.due_from } = stored;
    return { ...option, audience, days: String(days), due_from, kind };
  });
}

export function customOption(name: string): PaymentOption {
  const method = toPaymentMethod(name);
  const terms = { audience: "all", days: "", due_from: "delivery" } as const;
  return {
    ...terms,
    id: method.id,
    name: method.name,
    kind: method.kind,
    enabled: true,
    icon: customIcon,
  };
}

export function isBuiltIn({ id }: Pick<PaymentOption, "id">): boolean {
  return builtInPaymentMethods.some((method) => method.id === id);
}

export function hasMethod(options: readonly PaymentOption[], { id, name }: PaymentOption): boolean {
  const plain = name.toLowerCase();
  return options.some((option) => option.id === id || option.name.toLowerCase() === plain);
}

/** Reads the terms by the name of each method. The server rejects a text that is not a number. */
export function parseTerms(options: readonly PaymentOption[]): Record<string, PaymentTerms> {
  return Object.fromEntries(
    options.map(({ kind, ...option }) => [
      option.name,
      {
        audience: option.audience,
        days: Number(option.days),
        ...(option.due_from === "order" && { due_from: option.due_from }),
        // A built-in method has a known kind.
        ...(!isBuiltIn(option) && { kind }),
      },
    ]),
  );
}

const audienceLabels: Record<Audience, string> = {
  all: "Todos",
  cnpj: "Só CNPJ",
  tabela: "Só com tabela",
};

type PaymentTermsFieldsProps = {
  options: readonly PaymentOption[];
  onChange: (options: PaymentOption[]) => void;
};

/** The audience of each accepted method, the days after which it is due, and the event from which they count. */
export function PaymentTermsFields({ options, onChange }: PaymentTermsFieldsProps) {
  const errorOf = useFormErrors();
  function change(changed: PaymentOption) {
    onChange(options.map((other) => (other.id === changed.id ? changed : other)));
  }
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-semibold">Para quem e com que prazo</legend>
      {options
        .filter(({ enabled }) => enabled)
        .map((option) => (
          <TermsFields
            key={option.id}
            option={option}
            error={errorOf(`payment_terms.${option.name}.days`)}
            onChange={change}
          />
        ))}
    </fieldset>
  );
}

type TermsFieldsProps = {
  option: PaymentOption;
  error: string | undefined;
  onChange: (option: PaymentOption) => void;
};

function TermsFields({ option, error, onChange }: TermsFieldsProps) {
  const { id, name, audience, days, due_from } = option;
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 md:max-lg:grid-cols-2">
      <ChoiceField
        label={`${name} para`}
        name={`${id}_audience`}
        value={audience}
        choices={Object.entries(audienceLabels)}
        onChange={(event) =>
          onChange({ ...option, audience: event.currentTarget.value as Audience })
        }
      />
      <TextField
        label="Vence em (dias)"
        aria-label={`${name}: vence em (dias)`}
        name={`${id}_days`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0: à vista"
        value={days}
        error={error}
        onChange={(event) => onChange({ ...option, days: event.currentTarget.value })}
      />
      {Number(days) > 0 && (
        <ChoiceField
          label="O prazo conta"
          aria-label={`${name}: o prazo conta`}
          name={`${id}_due_from`}
          value={due_from}
          choices={Object.entries(dueStartLabels)}
          onChange={(event) =>
            onChange({ ...option, due_from: event.currentTarget.value as DueFrom })
          }
          className="col-span-2 sm:col-span-1 md:max-lg:col-span-2"
        />
      )}
      {!isBuiltIn(option) && (
        <ChoiceField
          label={`${name} é`}
          name={`${id}_kind`}
          value={option.kind}
          choices={paymentKinds.map((kind) => [kind, paymentKindTable[kind].label])}
          onChange={(event) =>
            onChange({ ...option, kind: event.currentTarget.value as PaymentKind })
          }
          className="col-span-2 sm:col-span-3 md:max-lg:col-span-2"
        />
      )}
    </div>
  );
}
