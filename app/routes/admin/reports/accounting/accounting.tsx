import { Link, useSearchParams } from "react-router";
import { shopContext } from "#app/context.ts";
import { daySchema } from "#app/domain/day/schema.ts";
import type { FiscalGaps, Gap } from "#app/domain/reports/accounting/rules.ts";
import { periodError, periodOf } from "#app/domain/reports/sales/rules.ts";
import { DayField } from "#app/routes/admin/kit/fields/day-field.tsx";
import { DownloadLink, downloadFiles } from "#app/routes/admin/kit/links.tsx";
import { FormSection, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { editParameter } from "#app/routes/admin/screens.ts";
import { dayOf } from "#app/shared/days.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/accounting";

export async function loader({ context, url }: Route.LoaderArgs) {
  const usual = periodOf("mes-passado", dayOf(new Date()));
  const requested = {
    from: daySchema.catch(usual.from).parse(url.searchParams.get("de")),
    until: daySchema.catch(usual.until).parse(url.searchParams.get("ate")),
  };
  const { from, until } = periodError(requested) ? usual : requested;
  const file = { from, until, figure: "delivered" } as const;
  return { from, until, gaps: await context.get(shopContext).reports.readFiscalGaps(file) };
}

/** The files of a period for the accountant, and the data that they still lack. */
export default function AccountingPage({ loaderData }: Route.ComponentProps) {
  const { from, until, gaps } = loaderData;
  const [, setParams] = useSearchParams();
  const change = (de: string, ate: string) => setParams({ de, ate }, { preventScrollReset: true });
  return (
    <>
      <PageHeader
        title="Contador"
        description="Pedidos entregues, pela data do pedido, e o que foi recebido no período"
      />
      <search className="mb-6 grid grid-cols-2 gap-2 sm:flex">
        <DayField label="De" value={from} onChange={(de) => change(de, until)} />
        <DayField label="Até" value={until} onChange={(ate) => change(from, ate)} />
      </search>
      <FormSection title="Antes de enviar" description="O que falta para o contador emitir notas.">
        <Gaps gaps={gaps} />
      </FormSection>
      <FormSection
        title="Arquivos"
        description="Quatro planilhas. As somas são as de Vendas e as do Caixa."
      >
        <Files from={from} until={until} />
      </FormSection>
    </>
  );
}

const productPath = (id: string) => `/admin/products?${editParameter}=${id}`;
const customerPath = (id: string) => `/admin/customers/${id}`;

function Gaps({ gaps }: { gaps: FiscalGaps }) {
  const { shop, ncm, cfop, document, cityCode } = gaps;
  const isComplete =
    shop.length === 0 && [ncm, cfop, document, cityCode].every(({ total }) => total === 0);
  if (isComplete) return <p>Nada falta neste período.</p>;
  return (
    <div className="flex flex-col gap-2">
      {shop.length > 0 && (
        <p>
          Falta da loja: {shop.join(", ")}.{" "}
          <Link to="/admin/settings" className={linkClasses}>
            Preencher nas configurações
          </Link>
        </p>
      )}
      <GapList gap={ncm} names={["produto", "produtos"]} without="NCM" pathOf={productPath} />
      <GapList gap={cfop} names={["produto", "produtos"]} without="CFOP" pathOf={productPath} />
      <GapList
        gap={document}
        names={["cliente", "clientes"]}
        without="CPF ou CNPJ"
        pathOf={customerPath}
      />
      <GapList
        gap={cityCode}
        names={["cliente", "clientes"]}
        without="código IBGE da cidade"
        pathOf={customerPath}
      />
    </div>
  );
}

const linkClasses = "underline underline-offset-4";

type GapListProps = {
  gap: Gap;
  names: readonly [singular: string, plural: string];
  without: string;
  pathOf: (id: string) => string;
};

function GapList({ gap: { total, rows }, names, without, pathOf }: GapListProps) {
  const [singular, plural] = names;
  if (total === 0) return null;
  return (
    <details className="rounded-md border border-line px-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {total} {total === 1 ? singular : plural} sem {without}
      </summary>
      <ul className="mb-3">
        {rows.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathOf(id)} className={`${linkClasses} inline-flex min-h-11 items-center`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {rows.length < total && <p className="mb-3 text-muted">Os primeiros {rows.length}.</p>}
    </details>
  );
}

function Files({ from, until }: { from: string; until: string }) {
  const range = `from=${from}&until=${until}`;
  const files = [
    ["Pedidos", `/api/sales/orders.csv?${range}`],
    ["Itens", `/api/sales/lines.csv?${range}`],
    ["Clientes", `/api/sales/customers.csv?${range}`],
    ["Recebimentos", `/api/payments/export.csv?${range}`],
  ] as const;
  return (
    <>
      <Button
        className="self-start max-sm:w-full"
        onClick={() => downloadFiles(files.map(([, href]) => href))}
      >
        <span className="icon-[lucide--download] size-5" aria-hidden />
        Baixar as quatro
      </Button>
      <p className="flex flex-wrap gap-2">
        {files.map(([label, href]) => (
          <DownloadLink key={href} href={href}>
            {`${label} (CSV)`}
          </DownloadLink>
        ))}
      </p>
    </>
  );
}
