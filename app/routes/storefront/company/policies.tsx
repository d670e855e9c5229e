import { shopContext } from "#app/context.ts";
import { type TextBlock, textBlocks } from "#app/domain/company/policies.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Breadcrumb } from "#app/ui/page-hero.tsx";
import { textPageMeta } from "../frame/text-page-meta.ts";
import type { Route } from "./+types/policies";

export async function loader({ context }: Route.LoaderArgs) {
  const { policies } = await context.get(shopContext).delivery.readPublicSettings();
  return { blocks: textBlocks(policies ?? "") };
}

export function meta({ matches }: Route.MetaArgs) {
  return textPageMeta(matches[0].loaderData, {
    title: "Políticas e termos",
    description: "Como funcionam pedido, entrega, trocas, cancelamento e privacidade.",
    path: "/politicas",
  });
}

export default function PoliciesPage({ loaderData: { blocks } }: Route.ComponentProps) {
  return (
    <div className="shell grid grid-cols-1 gap-x-16 gap-y-8 py-5 pb-16 md:grid-cols-[1fr_2fr] md:py-12 md:pb-24">
      <header className="flex flex-col gap-3 md:col-span-2">
        <Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Políticas e termos" }]} />
        <h1 className="text-4xl">Políticas e termos</h1>
      </header>
      {blocks.length === 0 ? <NotWritten /> : <Text blocks={blocks} />}
    </div>
  );
}

function Text({ blocks }: { blocks: readonly TextBlock[] }) {
  const headings = blocks.filter((block) => block.kind === "heading");
  return (
    <>
      {headings.length > 1 && <Contents headings={headings} />}
      <div className="flex flex-col gap-4 text-lg md:col-start-2">
        {blocks.map((block) => (
          <Block key={block.id} block={block} />
        ))}
      </div>
    </>
  );
}

function Contents({ headings }: { headings: readonly { id: string; text: string }[] }) {
  return (
    <nav
      aria-labelledby="nesta-pagina"
      className="self-start rounded-lg bg-sunken p-5 md:sticky md:top-28"
    >
      <h2 id="nesta-pagina" className="text-xl">
        Nesta página
      </h2>
      <ul className="mt-2">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === "heading") {
    return (
      <h2 id={block.id} className="mt-6 text-2xl first:mt-0">
        {block.text}
      </h2>
    );
  }
  if (block.kind === "paragraph") {
    return <p className="max-w-prose whitespace-pre-line">{block.text}</p>;
  }
  return (
    <ul className="max-w-prose list-disc space-y-1 pl-6">
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function NotWritten() {
  return (
    <EmptyState
      icon="icon-[lucide--file-text]"
      title="As políticas da loja ainda não foram publicadas. Se tiver uma dúvida, pergunte antes de pedir."
      className="md:col-span-2"
    >
      <ButtonLink to="/contato">Falar com a gente</ButtonLink>
    </EmptyState>
  );
}
