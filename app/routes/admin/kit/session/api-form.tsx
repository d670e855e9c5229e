import type { ReactNode, SubmitEvent } from "react";
import { describeProblem, type Problem } from "#app/client/api-request.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { Button } from "#app/ui/button.tsx";

type ApiFormProps = {
  /** See `useApiForm`. */
  form: {
    submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
    pending: boolean;
    problem: Problem | undefined;
  };
  submitLabel: string;
  /** Shows 'Cancelar' before the button that submits. */
  onCancel?: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A small form of `useApiForm`: why it was rejected, its fields and its buttons. */
export function ApiForm({ form, submitLabel, onCancel, children }: ApiFormProps) {
  const { submit, pending, problem } = form;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem && <Alert>{describeProblem(problem)}</Alert>}
      {children}
      <div className="flex flex-wrap gap-3">
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
        )}
        <Button type="submit" variant={onCancel ? "primary" : "outline"} pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
