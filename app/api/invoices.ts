import {
  type Invoice,
  type InvoiceChoices,
  invoiceChoicesSchema,
  invoicePreviewSchema,
} from "#app/domain/stock/invoices/schema.ts";
import { maxInvoiceBytes } from "#app/domain/stock/invoices/xml.server.ts";
import { entryResultSchema } from "#app/domain/stock/schema.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import {
  problem,
  problemResponse,
  problemResponses,
  rejectedFieldsProblem,
} from "./framework/problem.ts";
import { formBody, readForm } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";

const path = "/invoices";

const fileDescription = `\
O XML de uma NF-e do layout 4.00, com ou sem protocolo, até ${maxInvoiceBytes / 1024 / 1024} MB. O custo de um item é vProd − vDesc + vFrete + vSeg + vOutro +
vIPI + vICMSST + vFCPST. Só do administrador.`;

const received = { kind: "invoice-received", title: "Esta nota já foi recebida em 24/11/2026" };
const problems = {
  ...problemResponse(400, "O arquivo não é uma NF-e que se possa receber.", {
    kind: "invoice-rejected",
    title: "Esta nota não pode ser recebida",
    errors: [{ field: "file", message: "O arquivo não é uma NF-e." }],
  }),
  ...problemResponse(409, "A nota já foi recebida.", received),
  ...problemResponses(413, 415),
};

/** Goods that come with the XML of the supplier's invoice. */
export function addInvoiceRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = adminRoutes(api, deps, "Estoque");
  row({
    method: "post",
    path: `${path}/preview`,
    summary: "Mostra o que uma NF-e traria ao estoque",
    description: `${fileDescription} Nada é gravado. Cada item traz o produto pelo EAN, ou pelo código do fornecedor como da última vez.`,
    form: formBody(),
    answer: ["A nota.", invoicePreviewSchema.meta({ id: "InvoicePreview" })],
    problems,
    run: async ({ c }) => {
      const { invoice } = await readUpload(deps, c.req.raw);
      return shop.stock.matchInvoice(invoice);
    },
  });
  row({
    method: "post",
    path,
    summary: "Recebe a mercadoria de uma NF-e",
    description:
      `${fileDescription} Cada nota entra uma vez, pela chave de acesso; desfeita por inteiro, pode entrar de novo. Itens fora de \`items\` não ` +
      "entram. Os códigos do fornecedor são aprendidos.",
    form: formBody({
      items: `JSON: \`[{"position":1,"product_id":"…","factor":12}]\`, com as unidades principais em uma da nota.`,
    }),
    status: 201,
    answer: ["O que mudou, por lote.", entryResultSchema],
    problems,
    run: async ({ c, author }) => {
      const { invoice, form } = await readUpload(deps, c.req.raw);
      const saved = await shop.stock.receiveInvoice(author, invoice, readChoices(form));
      if (saved.ok) return saved.row;
      throw saved.reason === "received"
        ? receivedProblem(saved.at)
        : rejectedFieldsProblem(saved.errors);
    },
  });
}

const maxFormOverheadBytes = 256 * 1024;

async function readUpload(
  { shop }: ApiDependencies,
  request: Request,
): Promise<{ invoice: Invoice; form: FormData }> {
  const form = await readForm(request, maxInvoiceBytes + maxFormOverheadBytes);
  if (form === "too-large") {
    throw problem(413, { kind: "too-large", title: "O arquivo passa de 1 MB." });
  }
  const file = form === "too-many-parts" ? null : form.get("file");
  if (form === "too-many-parts" || !(file instanceof File)) {
    throw rejectedFieldsProblem([{ field: "file", message: "Envie um arquivo." }]);
  }
  const reading = shop.stock.readInvoice(new Uint8Array(await file.arrayBuffer()));
  if (!reading.ok) {
    throw problem(400, {
      kind: "invoice-rejected",
      title: "Esta nota não pode ser recebida",
      errors: [{ field: "file", message: reading.message }],
    });
  }
  const at = await shop.stock.findReceivedInvoice(reading.invoice.access_key);
  if (at) throw receivedProblem(at);
  return { invoice: reading.invoice, form };
}

function readChoices(form: FormData): InvoiceChoices {
  const choices = invoiceChoicesSchema.safeParse(parseJson(String(form.get("items") ?? "")));
  if (choices.success) return choices.data;
  const [issue] = choices.error.issues;
  const field = ["items", ...(issue?.path ?? [])].join(".");
  throw rejectedFieldsProblem([{ field, message: issue?.message ?? "Valor inválido." }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function receivedProblem(at: Date) {
  return problem(409, {
    ...received,
    title: `Esta nota já foi recebida em ${formatDay(dayOf(at))}`,
  });
}
