import { zodResolver } from "@hookform/resolvers/zod";
import { useContext } from "react";
import { get, useForm } from "react-hook-form";
import {
  type DeliveryException,
  newExceptionSchema,
  type Zone,
  zoneFormSchema,
} from "#app/domain/delivery/schema.ts";
import {
  readZone,
  usualSchedule,
  writeSchedule,
  writeZone,
  type ZoneText,
} from "#app/domain/delivery/zone-form.ts";
import { UnsavedSettingsContext } from "#app/routes/admin/company/unsaved-settings.ts";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { exceptionKind, zoneKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { CloseEditor } from "#app/routes/admin/kit/editing/row-list.tsx";
import { MoneyField, SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { firstMessage } from "#app/routes/admin/kit/session/use-api-form.ts";
import { z } from "#app/shared/zod.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";

const zoneTextSchema = z.custom<ZoneText>().transform(readZone).pipe(zoneFormSchema);
type ZoneBody = z.output<typeof zoneTextSchema>;
const resolver = zodResolver(zoneTextSchema);

type ZoneEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  zone: Zone | undefined;
  /** The row as the page has it now. */
  listed: Zone | undefined;
  onClose: CloseEditor;
};

export function ZoneEditor({ open, zone, listed, onClose }: ZoneEditorProps) {
  const form = useForm<ZoneText, unknown, ZoneBody>({
    resolver,
    defaultValues: zone ? writeZone(zone) : emptyZone,
  });
  const isNew = zone === undefined;
  const errorOf = (field: keyof ZoneText) => firstMessage(get(form.formState.errors, field));
  const { weekdays, shifts, cutoff_days, cutoff_time } = form.watch();
  const field = (name: "name" | "cep_ranges" | "places" | (typeof amounts)[number]["name"]) => ({
    autoComplete: "off",
    error: errorOf(name),
    ...form.register(name),
  });
  return (
    <RowEditor
      open={open}
      title={isNew ? "Criar Zona de Entrega" : "Editar Zona de Entrega"}
      submitLabel={isNew ? "Criar Zona" : "Salvar"}
      editing={zoneEditing}
      form={form}
      row={zone}
      listed={listed}
      guards={!useContext(UnsavedSettingsContext)}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField label="Nome" hint="Como o cliente a vê: Zona Sul." {...field("name")} />
          <SwitchField
            label="Ativa"
            hint="Desligada, ela não vale para novos pedidos."
            {...form.register("active")}
          />
          <TextAreaField
            label="Faixas de CEP"
            optional
            rows={3}
            hint="Uma por linha: 04000-000 a 04999-999"
            {...field("cep_ranges")}
          />
          <TextAreaField
            label="Cidades e bairros"
            optional
            rows={3}
            hint="Um por linha: São Paulo / Vila Mariana, ou só a cidade. Valem se nenhuma faixa contém o CEP."
            {...field("places")}
          />
          {amounts.map(({ name, label }) => (
            <MoneyField key={name} label={label} className="max-w-xs" {...field(name)} />
          ))}
          <ScheduleFields
            value={{ weekdays, shifts, cutoff_days, cutoff_time }}
            errorOf={errorOf}
            onChange={(next) => {
              for (const [name, value] of Object.entries(next))
                form.setValue(name as "shifts", value as string, { shouldDirty: true });
            }}
          />
        </>
      )}
    </RowEditor>
  );
}

const amounts = [
  { name: "fee", label: "Taxa de entrega (R$)" },
  { name: "minimum_order", label: "Pedido mínimo (R$)" },
  { name: "free_delivery_minimum", label: "Entrega grátis a partir de (R$)" },
] as const;

const emptyZone: ZoneText = {
  name: "",
  active: true,
  cep_ranges: "",
  places: "",
  fee: "0",
  minimum_order: "0",
  free_delivery_minimum: "0",
  ...writeSchedule(usualSchedule),
};

const zoneEditing: RowEditing<Zone, ZoneText, ZoneBody> = {
  kind: zoneKind,
  toForm: writeZone,
  fields: zoneFormSchema.keyof().options,
};

type ExceptionText = { date: string; moved_to: string; note: string };
type ExceptionBody = z.output<typeof newExceptionSchema>;
const exceptionResolver = zodResolver(
  z
    .custom<ExceptionText>()
    .transform(({ moved_to, ...typed }) => ({ ...typed, moved_to: moved_to || null }))
    .pipe(newExceptionSchema),
);
const exceptionEditing: RowEditing<DeliveryException, ExceptionText, ExceptionBody> = {
  kind: exceptionKind,
  toForm: ({ date, moved_to, note }) => ({ date, moved_to: moved_to ?? "", note }),
  fields: ["date", "moved_to", "note"],
};

type ExceptionEditorProps = {
  open: boolean;
  exception: DeliveryException | undefined;
  listed: DeliveryException | undefined;
  onClose: CloseEditor;
};

/** A day without delivery, or one that another day replaces. */
export function ExceptionEditor({ open, exception, listed, onClose }: ExceptionEditorProps) {
  const form = useForm<ExceptionText, unknown, ExceptionBody>({
    resolver: exceptionResolver,
    defaultValues: exception
      ? exceptionEditing.toForm(exception)
      : { date: "", moved_to: "", note: "" },
  });
  const field = (name: keyof ExceptionText) => ({
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  });
  return (
    <RowEditor
      open={open}
      title="Dia sem entrega"
      submitLabel={exception ? "Salvar" : "Acrescentar"}
      editing={exceptionEditing}
      form={form}
      row={exception}
      listed={listed}
      guards={!useContext(UnsavedSettingsContext)}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField label="Dia" type="date" {...field("date")} />
          <TextField label="Passa para" type="date" optional {...field("moved_to")} />
          <TextField label="Motivo" optional maxLength={200} {...field("note")} />
        </>
      )}
    </RowEditor>
  );
}
