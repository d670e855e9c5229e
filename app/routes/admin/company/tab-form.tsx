import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useRef,
} from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { toast } from "#app/client/toast.ts";
import { ChangedElsewhere, ConflictDialog } from "#app/routes/admin/kit/editing/conflict.tsx";
import { focusWrongField } from "#app/routes/admin/kit/fields/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import type { SettingsForm } from "./settings-form.ts";

type TabFormProps<Draft extends FieldValues> = {
  form: SettingsForm<Draft>;
  /** Keys that are saved without the bar. */
  savedAtOnce?: readonly string[];
  children: ReactNode;
};

const SubmitContext = createContext<() => void>(() => {});

/** A tab's form with the bar that saves it. Its fields are in one or more `FormPart`. */
export function TabForm<Draft extends FieldValues>(props: TabFormProps<Draft>) {
  const { form, savedAtOnce = [], children } = props;
  const { saving, rejections, changedElsewhere } = form;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (rejections > 0) focusWrongField(root.current);
  }, [rejections]);
  const isOfBar = (key: string) => !savedAtOnce.includes(key);
  const isDirty = form.unsavedKeys.some(isOfBar);
  const isChangedElsewhere = isDirty && changedElsewhere.some(isOfBar);
  return (
    <FormProvider {...form}>
      <SubmitContext value={() => form.save()}>
        <div ref={root}>
          <ChangedElsewhere
            change={isChangedElsewhere ? "changed" : undefined}
            dirty
            onShowStored={form.discard}
          />
          {children}
        </div>
        <ConflictDialog table="settings" conflict={form.conflict} />
        <SaveBar
          dirty={isDirty}
          saving={saving}
          onDiscard={() => toast({ title: "Alterações descartadas", undo: form.discard() })}
          onSave={() => form.save()}
        />
      </SubmitContext>
    </FormProvider>
  );
}

/** Fields of the tab's form. A tab has several parts where lists with forms of their own lie between its fields. */
export function FormPart({ children }: { children: ReactNode }) {
  const save = useContext(SubmitContext);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    save();
  }
  return (
    <form noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

type SaveBarProps = {
  /** True if there are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
  onSave: () => void;
};

/** A sticky footer with the buttons that save and discard, shown while there are unsaved changes. */
function SaveBar({ dirty, saving, onDiscard, onSave }: SaveBarProps) {
  return (
    <div
      hidden={!dirty}
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
