import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/ui/alert.tsx";
import { PasswordField } from "#app/routes/admin/ui/password-field.tsx";
import { Button } from "#app/ui/button.tsx";

type PasswordProofFormProps<T> = {
  /** What is asked with the password. */
  path: `/api/${string}`;
  submitLabel: string;
  onDone: (data: T) => void;
  onCancel: () => void;
};

/** Asks for the password again before something that a borrowed session must not do. */
export function PasswordProofForm<T>({
  path,
  submitLabel,
  onDone,
  onCancel,
}: PasswordProofFormProps<T>) {
  const form = useApiForm<T>({
    required: { password: "Senha é obrigatória" },
    send: ({ password }) => callApi("POST", path, { password }),
    onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      <PasswordField
        label="Confirme sua senha"
        name="password"
        autoComplete="current-password"
        autoFocus
        error={form.errors.password}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" pending={form.pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
