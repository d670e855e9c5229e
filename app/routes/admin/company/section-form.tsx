import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { ChangedElsewhere, ConflictDialog } from "#app/routes/admin/kit/editing/conflict.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { type SaveBatch, type SettingsSection, showSaved } from "./section.ts";

/** The parts of a section that do not depend on its draft. */
type SavedForm = Pick<
  SettingsSection<object>,
  "dirty" | "changeElsewhere" | "saving" | "discard" | "save" | "rejections" | "conflict"
>;
type SectionFormProps = { section: SavedForm; children: ReactNode };

type ChangedForms = Readonly<Record<string, SavedForm>>;
const RegisterContext = createContext<(id: string, form?: SavedForm) => void>(() => {});

/** The save bar of all forms of a tab. */
export function TabSaveBar({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ChangedForms>({});
  const register = useCallback((id: string, form?: SavedForm) => {
    setForms(({ [id]: _, ...others }) => (form ? { ...others, [id]: form } : others));
  }, []);
  const changed = Object.values(forms);
  const refetch = useRefetch();
  async function saveAll() {
    const batch: SaveBatch = { undos: [], isComplete: false };
    for (const { save } of changed) await save(batch);
    batch.isComplete = true;
    if (batch.undos.length > 0) showSaved(batch, refetch);
  }
  return (
    <RegisterContext value={register}>
      {children}
      <SaveBar
        dirty={changed.some(({ dirty }) => dirty)}
        saving={changed.some(({ saving }) => saving)}
        onDiscard={() => {
          const undos = changed.map(({ discard }) => discard());
          const undo = () => {
            for (const bringBack of undos) bringBack();
          };
          toast({ title: "Alterações descartadas", undo });
        }}
        onSave={() => void saveAll()}
      />
    </RegisterContext>
  );
}

/** A section that is saved by its tab's bar, or by Enter in a field. */
export function SectionForm({ section, children }: SectionFormProps) {
  const { dirty, saving, discard, save, rejections } = section;
  const id = useId();
  const register = useContext(RegisterContext);
  useEffect(() => {
    register(id, dirty || saving ? section : undefined);
    return () => register(id);
  }, [register, id, dirty, saving, section]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [rejections]);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <ChangedElsewhere change={section.changeElsewhere} dirty onShowStored={discard} />
      {children}
      <SectionConflict conflict={section.conflict} />
    </form>
  );
}

/** The choice between two versions of a section's keys. */
export function SectionConflict({ conflict }: Pick<SavedForm, "conflict">) {
  return <ConflictDialog table="settings" conflict={conflict} />;
}

type SaveBarProps = {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
  onSave: () => void;
};

/** A sticky footer with the buttons that save and discard, shown while there are unsaved changes. */
function SaveBar({ dirty, saving, onDiscard, onSave }: SaveBarProps) {
  return (
    <div
      hidden={!dirty && !saving}
      data-save-bar
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 flex items-center gap-3 border-t border-line bg-background px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-bar md:mx-0 md:rounded-t-md md:border-x"
    >
      <p role="status" className="mr-auto text-muted">
        {dirty && "Alterações não salvas"}
      </p>
      <Button variant="ghost" onClick={onDiscard} disabled={saving}>
        Descartar
      </Button>
      <Button pending={saving} onClick={onSave}>
        {saving ? "Salvando..." : "Salvar"}
      </Button>
    </div>
  );
}

type InputProps = Pick<
  ComponentProps<typeof TextField>,
  | ("autoCapitalize" | "autoComplete" | "className" | "hint" | "inputMode" | "max" | "maxLength")
  | ("min" | "onBlur" | "spellCheck" | "type")
>;

/** A field of a section; `name` is its place in the draft. A `text` has several lines. */
export type SectionField = InputProps & {
  name: string;
  label: string;
  kind?: "line" | "text" | "count" | "picture" | "switch";
  rows?: number;
};

type FieldProps = { section: Section; field: SectionField };
/** What fields need of a section, whatever its draft is. */
export type Section = Pick<
  SettingsSection<object>,
  "text" | "set" | "valueAt" | "errorOf" | "hasErrors"
>;

export function SectionFields({
  section,
  fields,
}: {
  section: Section;
  fields: readonly SectionField[];
}) {
  return fields.map((field) => <Field key={field.name} section={section} field={field} />);
}

function Field({ section, field: { kind = "line", rows, hint, ...input } }: FieldProps) {
  const { name, label } = input;
  switch (kind) {
    case "line":
      return <TextField autoComplete="off" hint={hint} {...input} {...section.text(name)} />;
    case "text":
      return (
        <TextAreaField
          {...{ label, hint, rows }}
          className={input.className}
          {...section.text(name)}
        />
      );
    case "count":
      return (
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          hint={hint}
          {...input}
          className="max-w-xs"
          {...section.text(name)}
        />
      );
    case "switch":
      return (
        <SwitchField
          label={label}
          hint={hint}
          name={name}
          checked={section.valueAt(name) === true}
          onChange={(event) => section.set(name, event.currentTarget.checked)}
        />
      );
    case "picture":
      return (
        <PictureField
          label={label}
          name={name}
          bucket="site-assets"
          picture={String(section.valueAt(name) ?? "") || null}
          onChange={(picture) => section.set(name, picture ?? "")}
          error={section.errorOf(name)}
          hint={hint as string | undefined}
        />
      );
  }
}
