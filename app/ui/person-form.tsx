import { type FormEvent, useState } from "react";
import type { NewPerson } from "#app/domain/customers/schema.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { TextField } from "./field.tsx";

type PersonFormProps = {
  className: string;
  /** Shows why a person was rejected. */
  onAdd: (person: NewPerson) => Promise<void>;
  onCancel: () => void;
};

/** A person who may order for a customer: name, with telephone and e-mail if they are known. */
export function PersonForm({ className, onAdd, onCancel }: PersonFormProps) {
  const [isAdding, setAdding] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const textOf = (name: string) => String(data.get(name)).trim() || null;
    setAdding(true);
    await onAdd({ name: textOf("person") ?? "", phone: textOf("phone"), email: textOf("email") });
    setAdding(false);
  }
  return (
    <form onSubmit={submit} noValidate className={classNames("grid gap-4", className)}>
      <TextField label="Nome" name="person" autoComplete="off" />
      <TextField label="Telefone" name="phone" type="tel" optional autoComplete="off" />
      <TextField label="E-mail" name="email" type="email" optional autoComplete="off" />
      <p className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" pending={isAdding}>
          Acrescentar
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </p>
    </form>
  );
}
