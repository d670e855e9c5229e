import type { NewToken } from "#app/domain/auth/schema.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";

export function NewTokenForm({ onMade }: { onMade: (token: NewToken) => void }) {
  const form = useApiForm<NewToken>({
    required: { name: "Nome é obrigatório" },
    send: (request) => callApi("POST", "/api/auth/tokens", request),
    onDone(token, element) {
      element.reset();
      onMade(token);
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nome do token"
          name="name"
          placeholder="Planilha de estoque"
          maxLength={60}
          autoComplete="off"
          error={form.errors.name}
        />
        <SelectField label="Alcance" name="scope" defaultValue="read" error={form.errors.scope}>
          <option value="read">Leitura</option>
          <option value="write">Leitura e escrita</option>
        </SelectField>
      </div>
      <Button type="submit" look="outline" pending={form.pending} className="self-start">
        Criar token
      </Button>
    </form>
  );
}
