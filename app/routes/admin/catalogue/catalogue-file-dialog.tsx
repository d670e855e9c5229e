import { useEffect, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { isInForce, tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { ListedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { CatalogueFileResult } from "#app/domain/catalogue-file/schema.ts";
import { DialogButtons } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { ProgressBar } from "#app/routes/admin/kit/progress-bar.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { useCatalogueFile } from "./use-catalogue-file.ts";

type CatalogueFileDialogProps = {
  open: boolean;
  categories: readonly Category[];
  onClose: () => void;
};

const formId = "catalogue-file";

/** Creates the catalogue as a PDF file. */
export function CatalogueFileDialog({ open, categories, onClose }: CatalogueFileDialogProps) {
  const { make, progress, result, problem } = useCatalogueFile(open);
  const isMaking = progress !== undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Catálogo em PDF"
      footer={
        <div className="flex flex-col gap-3">
          {progress && (
            <ProgressBar
              {...progress}
              label={progress.phase === "pictures" ? "Preparando as fotos" : "Montando as páginas"}
            />
          )}
          {problem && <Alert>{problem}</Alert>}
          <DialogButtons cancelLabel={result ? "Fechar" : "Cancelar"} onCancel={onClose}>
            {!result && (
              <Button type="submit" form={formId} pending={isMaking}>
                Criar PDF
              </Button>
            )}
          </DialogButtons>
        </div>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-5 md:px-8">
        {result ? (
          <FinishedFile file={result} />
        ) : (
          <Choices
            categories={categories.filter(({ visible }) => visible)}
            isOpen={open}
            disabled={isMaking}
            onSubmit={make}
          />
        )}
      </div>
    </Dialog>
  );
}

type ChoicesProps = {
  categories: readonly Category[];
  isOpen: boolean;
  disabled: boolean;
  onSubmit: (choices: object) => void;
};

function Choices({ categories, isOpen, disabled, onSubmit }: ChoicesProps) {
  const { tables, problem } = usableTables(usePriceTables(isOpen));
  const [format, setFormat] = useState("a4");
  const [prices, setPrices] = useState("public");
  const [validUntil, setValidUntil] = useState("");
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [hasSoldOut, setHasSoldOut] = useState(false);
  const table = tables.find(({ id }) => id === prices);
  const included = categories.filter(({ slug }) => !excluded.has(slug));

  function toggle(slug: string) {
    const next = new Set(excluded);
    if (!next.delete(slug)) next.add(slug);
    setExcluded(next);
  }

  return (
    <form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabled) return;
        onSubmit({
          format,
          ...(table ? { prices: "table", price_table: table.id } : { prices }),
          ...(validUntil && prices !== "none" && { valid_until: validUntil }),
          ...(excluded.size > 0 && { categories: included.map(({ slug }) => slug) }),
          sold_out: hasSoldOut,
        });
      }}
    >
      <fieldset disabled={disabled} className="contents">
        <SelectField
          label="Formato"
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
        >
          <option value="a4">A4, para imprimir</option>
          <option value="phone">Celular, para ler na tela</option>
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Preços"
            value={prices}
            onChange={({ currentTarget }) => setPrices(currentTarget.value)}
          >
            <option value="public">Preços do site</option>
            {tables.map(({ id, name }) => (
              <option key={id} value={id}>
                {tableTitle(name)}
              </option>
            ))}
            <option value="none">Sem preços</option>
          </SelectField>
          {prices !== "none" && (
            <TextField
              type="date"
              label="Preços válidos até"
              optional
              min={dayOf(new Date())}
              max={table?.valid_until ?? undefined}
              hint={
                table?.valid_until
                  ? `Sem data, até o fim da tabela: ${formatDay(table.valid_until)}.`
                  : undefined
              }
              value={validUntil}
              onChange={({ currentTarget }) => setValidUntil(currentTarget.value)}
            />
          )}
        </div>
        {problem && <Alert>{problem}</Alert>}
        <fieldset className="min-w-0">
          <legend className="font-semibold">Categorias</legend>
          <div className="grid sm:grid-cols-2 sm:gap-x-4">
            {categories.map(({ slug, name }) => (
              <label key={slug} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-primary"
                  checked={!excluded.has(slug)}
                  onChange={() => toggle(slug)}
                />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <SwitchField
          label="Incluir esgotados"
          hint="Eles entram marcados. Produtos ocultos ficam sempre de fora."
          checked={hasSoldOut}
          onChange={({ currentTarget }) => setHasSoldOut(currentTarget.checked)}
        />
      </fieldset>
    </form>
  );
}

type Tables = { tables: ListedTable[]; problem: string | undefined };

/** Fetched when the dialog opens. */
function usePriceTables(isOpen: boolean): Tables {
  const [result, setResult] = useState<Tables>({ tables: [], problem: undefined });
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    void callApi<{ items: ListedTable[] }>("GET", "/api/price-tables").then((answer) => {
      if (!isCurrent) return;
      setResult(
        answer.ok
          ? { tables: answer.data.items, problem: undefined }
          : { tables: [], problem: `Tabelas de preços: ${describeProblem(answer.problem)}` },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen]);
  return result;
}

/** Those that have not ended: a table that begins later may be sent before. */
function usableTables({ tables, problem }: Tables): Tables {
  const today = dayOf(new Date());
  return {
    tables: tables.filter((table) => isInForce({ ...table, valid_from: null }, today)),
    problem,
  };
}

/** The link of the file, and the file itself to save or share. */
function FinishedFile({ file }: { file: CatalogueFileResult }) {
  const { url, products, bytes, expires_on } = file;
  const shareable = useShareableFile(url);
  return (
    <>
      <p role="status" className="font-semibold">
        Pronto: {formatProductCount(products)}, {formatSize(bytes)}.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={url} download={fileName} className={buttonClasses({})}>
          <span className="icon-[lucide--download] size-5" aria-hidden />
          Baixar PDF
        </a>
        {shareable && (
          <Button variant="outline" onClick={() => share(shareable)}>
            <span className="icon-[lucide--share-2] size-5" aria-hidden />
            Compartilhar arquivo
          </Button>
        )}
      </div>
      <p>
        Ou envie o link, que abre o catálogo sem senha até {formatDay(expires_on)}. Depois, faça
        outro.
      </p>
      <p className="rounded-sm bg-sunken p-3 wrap-anywhere">{url}</p>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`Nosso catálogo: ${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant: "outline" })}
        >
          <span className="icon-[lucide--message-circle] size-5" aria-hidden />
          Enviar por WhatsApp
        </a>
        <CopyButton text={url} label="Copiar link" showLabel />
      </div>
    </>
  );
}

const fileName = "catalogo.pdf";

/** '1,2 MB' */
function formatSize(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / 1e6);
  return `${megabytes.toLocaleString("pt-BR", { maximumFractionDigits: 1 })} MB`;
}

/** The file where the browser can share it. It is fetched before the press, since a share must follow at once. */
function useShareableFile(url: string): File | undefined {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    if (typeof navigator.canShare !== "function") return;
    const probe = new File([], fileName, { type: "application/pdf" });
    if (!navigator.canShare({ files: [probe] })) return;
    let isCurrent = true;
    void fetch(url)
      .then((response) => (response.ok ? response.blob() : undefined))
      .then((blob) => {
        if (isCurrent && blob) setFile(new File([blob], fileName, { type: "application/pdf" }));
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [url]);
  return file;
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast({
      title: "Não foi possível compartilhar",
      description: "Baixe o PDF ou envie o link.",
      variant: "destructive",
    });
  }
}
