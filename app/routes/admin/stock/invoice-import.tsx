import { type DragEvent, useId, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import type { InvoicePreview as Invoice } from "#app/domain/stock/invoices/schema.ts";
import type { EntryResult } from "#app/domain/stock/schema.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type InvoiceChoice, InvoicePreview } from "./invoice-preview.tsx";

type OpenInvoice = { file: File; invoice: Invoice };
type Failure = { name: string; message: string };

type InvoiceImportProps = { onDone: (items: EntryResult["items"]) => void };

/** Receives the goods of a supplier's NF-e from its XML file; several files one after the other. */
export function InvoiceImport({ onDone }: InvoiceImportProps) {
  const refetch = useRefetch();
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [current, setCurrent] = useState<OpenInvoice>();
  const [isReading, setReading] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  /** Shows the first file that is an invoice. */
  async function open(files: readonly File[], earlier: readonly Failure[]) {
    const [file, ...rest] = files;
    setWaiting(rest);
    setCurrent(undefined);
    setFailures(earlier);
    if (!file) return;
    setReading(true);
    const answer = await callApi<Invoice>("POST", "/api/invoices/preview", toForm(file));
    setReading(false);
    if (answer.ok) return setCurrent({ file, invoice: answer.data });
    const failure = { name: file.name, message: describeProblem(answer.problem) };
    await open(rest, [...earlier, failure]);
  }

  async function save(choices: readonly InvoiceChoice[]): Promise<string | undefined> {
    if (!current) return undefined;
    const body = toForm(current.file, choices);
    const answer = await callApi<EntryResult>("POST", "/api/invoices", body);
    if (!answer.ok) return describeProblem(answer.problem);
    onDone(answer.data.items);
    await refetch();
    await open(waiting, failures);
    return undefined;
  }

  return (
    <section aria-labelledby="nota-fiscal" className="mt-6">
      <h2 id="nota-fiscal" className="mb-2 text-lg">
        Nota do fornecedor
      </h2>
      {failures.map(({ name, message }) => (
        <div key={name} className="mb-3">
          <Alert>
            {name}: {message}
          </Alert>
        </div>
      ))}
      {current ? (
        <InvoicePreview
          key={current.invoice.access_key}
          invoice={current.invoice}
          waiting={waiting.length}
          onSave={save}
          onCancel={() => void open(waiting, failures)}
        />
      ) : (
        <InvoiceFiles disabled={isReading} onFiles={(files) => void open(files, [])} />
      )}
    </section>
  );
}

/** A file, with the product of each item that is received. */
function toForm(file: File, choices?: readonly InvoiceChoice[]): FormData {
  const form = new FormData();
  form.append("file", file);
  if (choices) form.append("items", JSON.stringify(choices));
  return form;
}

type InvoiceFilesProps = { disabled: boolean; onFiles: (files: File[]) => void };

/** The area in which files are dropped or chosen; disabled, so that no files replace those that are being read. */
function InvoiceFiles({ disabled, onFiles }: InvoiceFilesProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const show = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === "dragover");
  };
  return (
    <label
      htmlFor={id}
      onDragOver={show}
      onDragLeave={show}
      onDrop={(event) => {
        show(event);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(
        "flex cursor-pointer flex-col items-center gap-1 rounded-md border border-dashed p-5 text-center focus-within:outline-2 focus-within:outline-primary",
        isOver ? "border-primary bg-tint" : "border-field bg-background",
      )}
    >
      <span
        className={classNames(
          "size-6 text-muted",
          disabled ? "icon-[lucide--loader-circle] animate-spin" : "icon-[lucide--file-up]",
        )}
        aria-hidden
      />
      <span className="font-semibold">Importar XML da NF-e</span>
      <span className="text-muted">Solte os arquivos aqui ou aperte para escolher</span>
      <input
        id={id}
        type="file"
        accept=".xml,text/xml,application/xml"
        multiple
        disabled={disabled}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
