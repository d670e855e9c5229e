import { useEffect, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { CatalogueFileResult } from "#app/domain/catalogue/file/schema.ts";
import { isInForce, tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import type { ListedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import { DialogButtons } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import {
  CheckField,
  type Choice,
  ChoiceField,
  SwitchField,
  withToggled,
} from "#app/routes/admin/kit/fields/fields.tsx";
import { SendByWhatsapp } from "#app/routes/admin/kit/links.tsx";
import { ProgressBar } from "#app/routes/admin/kit/progress-bar.tsx";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
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
  const { tables, problem } = usePriceTables(isOpen);
  const [format, setFormat] = useState("a4");
  const [prices, setPrices] = useState("public");
  const [validUntil, setValidUntil] = useState("");
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const [hasSoldOut, setHasSoldOut] = useState(false);
  const table = tables.find(({ id }) => id === prices);
  const included = categories.filter(({ slug }) => !excluded.includes(slug));

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
          ...(excluded.length > 0 && { categories: included.map(({ slug }) => slug) }),
          sold_out: hasSoldOut,
        });
      }}
    >
      <fieldset disabled={disabled} className="contents">
        <ChoiceField
          label="Formato"
          value={format}
          choices={[
            ["a4", "A4, para imprimir"],
            ["phone", "Celular, para ler na tela"],
          ]}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Preços"
            value={prices}
            choices={[
              ["public", "Preços do site"],
              ...tables.map(({ id, name }): Choice => [id, tableTitle(name)]),
              ["none", "Sem preços"],
            ]}
            onChange={({ currentTarget }) => setPrices(currentTarget.value)}
          />
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
              <CheckField
                key={slug}
                label={name}
                checked={!excluded.includes(slug)}
                onChange={() => setExcluded(withToggled(excluded, slug))}
              />
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

/** Fetches the tables that have not ended when the dialog opens: a table that begins later may be sent before. */
function usePriceTables(isOpen: boolean) {
  const answer = useAnswer<{ items: ListedTable[] }>(isOpen ? "/api/price-tables" : undefined);
  const today = dayOf(new Date());
  return {
    tables: answer?.ok
      ? answer.data.items.filter((table) => isInForce({ ...table, valid_from: null }, today))
      : [],
    problem:
      answer && !answer.ok ? `Tabelas de preços: ${describeProblem(answer.problem)}` : undefined,
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
        <SendByWhatsapp text={`Nosso catálogo: ${url}`} />
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
