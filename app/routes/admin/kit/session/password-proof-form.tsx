import { describeProblem } from "#app/client/api-request.ts";
import { passwordConfirmationSchema } from "#app/domain/people/schema.ts";
import { PasswordField } from "#app/routes/admin/kit/fields.tsx";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { Button } from "#app/ui/button.tsx";
import { callApi } from "./call-api.ts";
import { useApiForm } from "./use-api-form.ts";

type PasswordProofFormProps<T> = {
  /** The request that needs the password. */
  path: `/api/${string}`;
  submitLabel: string;
  onDone: (data: T) => void;
  onCancel: () => void;
};

/** Asks for the password before an action that an unattended session must not allow. */
export function PasswordProofForm<T>({
  path,
  submitLabel,
  onDone,
  onCancel,
}: PasswordProofFormProps<T>) {
  const form = useApiForm({
    schema: passwordConfirmationSchema,
    send: (body) => callApi<T>("POST", path, body),
    onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      <PasswordField
        label="Confirme sua senha"
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" pending={form.pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
