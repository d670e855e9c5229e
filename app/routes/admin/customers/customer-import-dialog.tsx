import { useEffect, useEffectEvent, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { customerHeadings } from "#app/domain/customers/customer-csv.ts";
import type { CustomerImport } from "#app/domain/customers/schema.ts";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { FileColumns } from "#app/routes/admin/kit/fields/file-columns.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { readSpreadsheet, unreadableSpreadsheet } from "#app/routes/admin/kit/spreadsheet.ts";
import { Alert, LoadingState } from "#app/routes/admin/kit/states.tsx";
import { decodeText } from "#app/shared/csv.ts";
import { Button } from "#app/ui/button.tsx";

type Checked = { text: string; result: CustomerImport };

/** Checks a file of customers, asks what its columns are where that is unclear, and imports it. */
export function CustomerImportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const refetch = useRefetch();
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function send(text: string, dry_run: boolean, columns: readonly string[] | undefined) {
    setPending(true);
    const body = { file: text, dry_run, ...(columns && { columns }) };
    const answer = await callApi<CustomerImport>("POST", "/api/customers/import", body);
    setPending(false);
    setProblem(answer.ok ? undefined : describeProblem(answer.problem));
    return answer.ok ? answer.data : undefined;
  }
  async function check(text: string, columns?: readonly string[]) {
    const result = await send(text, true, columns);
    if (result) setChecked({ text, result });
  }
  const checkFile = useEffectEvent(async (chosen: File) => {
    const text = await readText(chosen);
    if (text === undefined) setProblem(unreadableSpreadsheet);
    else await check(text);
  });
  useEffect(() => void checkFile(file), [file]);
  const columns = checked?.result.columns.map(({ column }) => column) ?? [];

  async function save() {
    if (!checked || !(await send(checked.text, false, columns))) return;
    onClose();
    toast({ title: "Clientes importados" });
    await refetch();
  }

  const isReady = checked !== undefined && !checked.result.unclear;
  return (
    <ActionDialog
      open
      onClose={onClose}
      title="Importar clientes?"
      action={
        isReady && (
          <Button pending={pending} onClick={save}>
            Importar
          </Button>
        )
      }
    >
      {!checked && !problem && <LoadingState>Conferindo o arquivo...</LoadingState>}
      {problem && <Alert>{problem}</Alert>}
      {checked && (
        <FileColumns
          {...checked.result}
          choices={customerHeadings}
          disabled={pending}
          onChoose={(at, column) =>
            void check(
              checked.text,
              columns.map((one, index) => (index === at ? column : one)),
            )
          }
        />
      )}
      {isReady && <ImportSummary {...checked.result} />}
    </ActionDialog>
  );
}

async function readText(file: File): Promise<string | undefined> {
  const read = await readSpreadsheet(file);
  return read && decodeText(new Uint8Array(await read.arrayBuffer()));
}

function ImportSummary({ created, changed, unchanged, rejected }: CustomerImport) {
  return (
    <div>
      <p role="status">
        Novos: {created}. Mudam: {changed}. Iguais: {unchanged}.
      </p>
      {rejected.length > 0 && <p className="mt-2">Ficam de fora:</p>}
      <ul>
        {rejected.slice(0, 10).map(({ row, message }) => (
          <li key={row} className="text-danger-ink">
            Linha {row}: {message}
          </li>
        ))}
      </ul>
      {rejected.length > 10 && <p>E mais {rejected.length - 10} linhas.</p>}
    </div>
  );
}
