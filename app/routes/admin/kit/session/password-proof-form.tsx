import { passwordConfirmationSchema } from "#app/domain/people/schema.ts";
import { PasswordField } from "#app/routes/admin/kit/fields/fields.tsx";
import { ApiForm } from "./api-form.tsx";
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
export function PasswordProofForm<T>(props: PasswordProofFormProps<T>) {
  const { path, submitLabel, onDone, onCancel } = props;
  const form = useApiForm({
    schema: passwordConfirmationSchema,
    send: (body) => callApi<T>("POST", path, body),
    onDone,
  });
  return (
    <ApiForm form={form} submitLabel={submitLabel} onCancel={onCancel}>
      <PasswordField
        label="Confirme sua senha"
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
    </ApiForm>
  );
}
