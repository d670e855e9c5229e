import { type DragEvent, useId, useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import type { InvoicePreview as Invoice } from "#app/domain/stock/invoices/schema.ts";
import type { EntryResult } from "#app/domain/stock/schema.ts";
import {
  type Answer,
  describeProblem,
  noAnswer,
  toAnswer,
} from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type InvoiceChoice, InvoicePreview } from "./invoice-preview.tsx";

type Opened = { file: File; invoice: Invoice };
type Failure = { name: string; message: string };

type InvoiceImportProps = { onDone: (items: EntryResult["items"]) => void };

/** Receives what the XML of a supplier's NF-e lists; several files one after the other. */
export function InvoiceImport({ onDone }: InvoiceImportProps) {
  const refetch = useRefetch();
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  /** Shows the first file that is an invoice. */
  async function open(files: readonly File[], failed: readonly Failure[]) {
    const [file, ...rest] = files;
    setWaiting(rest);
    setOpened(undefined);
    setFailures(failed);
    if (!file) return;
    const answer = await sendInvoice<Invoice>("/api/invoices/preview", file);
    if (answer.ok) return setOpened({ file, invoice: answer.data });
    const failure = { name: file.name, message: describeProblem(answer.problem) };
    await open(rest, [...failed, failure]);
  }

  async function save(choices: readonly InvoiceChoice[]): Promise<string | undefined> {
    if (!opened) return undefined;
    const answer = await sendInvoice<EntryResult>("/api/invoices", opened.file, choices);
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
      {opened ? (
        <InvoicePreview
          key={opened.invoice.access_key}
          invoice={opened.invoice}
          waiting={waiting.length}
          onSave={save}
          onCancel={() => void open(waiting, failures)}
        />
      ) : (
        <InvoiceFiles onFiles={(files) => void open(files, [])} />
      )}
    </section>
  );
}

/** A file, and what becomes of its items. Never throws. */
async function sendInvoice<Data>(
  path: `/api/${string}`,
  file: File,
  choices?: readonly InvoiceChoice[],
): Promise<Answer<Data>> {
  const body = new FormData();
  body.append("file", file);
  if (choices) body.append("items", JSON.stringify(choices));
  try {
    const response = await fetch(path, { method: "POST", body });
    return toAnswer<Data>(response.status, await response.text());
  } catch {
    return noAnswer;
  }
}

/** Where files are dropped or chosen. */
function InvoiceFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
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
        onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(
        "flex cursor-pointer flex-col items-center gap-1 rounded-md border border-dashed p-5 text-center focus-within:outline-2 focus-within:outline-primary",
        isOver ? "border-primary bg-tint" : "border-field bg-background",
      )}
    >
      <span className="icon-[lucide--file-up] size-6 text-muted" aria-hidden />
      <span className="font-semibold">Importar XML da NF-e</span>
      <span className="text-muted">Solte os arquivos aqui ou aperte para escolher</span>
      <input
        id={id}
        type="file"
        accept=".xml,text/xml,application/xml"
        multiple
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
