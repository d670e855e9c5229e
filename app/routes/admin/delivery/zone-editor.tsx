import { useContext } from "react";
import { useFormContext } from "react-hook-form";
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
import {
  type FormField,
  FormFields,
  useFormErrors,
} from "#app/routes/admin/kit/editing/form-fields.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { exceptionKind, zoneKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { z } from "#app/shared/zod.ts";
import { ScheduleFields } from "./schedule-fields.tsx";

const zoneTextSchema = z.custom<ZoneText>().transform(readZone).pipe(zoneFormSchema);

const zoneEditing: RowEditing<Zone, ZoneText, z.output<typeof zoneTextSchema>> = {
  kind: zoneKind,
  schema: zoneTextSchema,
  empty: {
    name: "",
    active: true,
    cep_ranges: "",
    places: "",
    fee: "0",
    minimum_order: "0",
    free_delivery_minimum: "0",
    ...writeSchedule(usualSchedule),
  },
  toForm: writeZone,
  titles: ["Criar Zona de Entrega", "Editar Zona de Entrega"],
  submitLabels: ["Criar Zona", "Salvar"],
};

const zoneFields: FormField<keyof ZoneText>[] = [
  { name: "name", label: "Nome", hint: "Como o cliente a vê: Zona Sul." },
  {
    name: "active",
    label: "Ativa",
    kind: "switch",
    hint: "Desligada, ela não vale para novos pedidos.",
  },
];

/** The price of an order to the zone, and its place. */
const priceAndPlaceFields: FormField<keyof ZoneText>[] = [
  { name: "fee", label: "Taxa de entrega (R$)", kind: "money", className: "max-w-xs" },
  { name: "minimum_order", label: "Pedido mínimo (R$)", kind: "money", className: "max-w-xs" },
  {
    name: "free_delivery_minimum",
    label: "Entrega grátis a partir de (R$)",
    kind: "money",
    className: "max-w-xs",
  },
  {
    name: "cep_ranges",
    label: "Faixas de CEP",
    kind: "text",
    optional: true,
    rows: 3,
    hint: "Uma por linha: 04000-000 a 04999-999",
  },
  {
    name: "places",
    label: "Cidades e bairros",
    kind: "text",
    optional: true,
    rows: 3,
    hint: "Um por linha: São Paulo / Vila Mariana, ou só a cidade. Valem se nenhuma faixa contém o CEP.",
  },
];

export function ZoneEditor(props: EditorProps<Zone>) {
  return (
    <RowEditor {...props} editing={zoneEditing} guards={!useContext(UnsavedSettingsContext)}>
      <FormFields fields={zoneFields} />
      <ZoneSchedule />
      <FormFields fields={priceAndPlaceFields} />
    </RowEditor>
  );
}

function ZoneSchedule() {
  const { watch, setValue } = useFormContext<ZoneText>();
  const errorOf = useFormErrors();
  return (
    <ScheduleFields
      value={watch()}
      errorOf={errorOf}
      onChange={(next) => {
        for (const [name, value] of Object.entries(next))
          setValue(name as "shifts", value as string, { shouldDirty: true });
      }}
    />
  );
}

type ExceptionText = { date: string; moved_to: string; note: string };
const exceptionTextSchema = z
  .custom<ExceptionText>()
  .transform(({ moved_to, ...typed }) => ({ ...typed, moved_to: moved_to || null }))
  .pipe(newExceptionSchema);

const exceptionEditing: RowEditing<
  DeliveryException,
  ExceptionText,
  z.output<typeof newExceptionSchema>
> = {
  kind: exceptionKind,
  schema: exceptionTextSchema,
  empty: { date: "", moved_to: "", note: "" },
  toForm: ({ date, moved_to, note }) => ({ date, moved_to: moved_to ?? "", note }),
  titles: ["Dia sem entrega", "Dia sem entrega"],
  submitLabels: ["Acrescentar", "Salvar"],
};

const exceptionFields: FormField<keyof ExceptionText>[] = [
  { name: "date", label: "Dia", type: "date" },
  { name: "moved_to", label: "Passa para", type: "date", optional: true },
  { name: "note", label: "Motivo", optional: true, maxLength: 200 },
];

/** A day without delivery, or one that another day replaces. */
export function ExceptionEditor(props: EditorProps<DeliveryException>) {
  return (
    <RowEditor {...props} editing={exceptionEditing} guards={!useContext(UnsavedSettingsContext)}>
      <FormFields fields={exceptionFields} />
    </RowEditor>
  );
}
