import { Link } from "react-router";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { screenAt } from "#app/routes/admin/screens.ts";
import { isAdminPath } from "#app/shared/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/guide";
import { guides, isAddress, pictureOf, splitLabels } from "./guides.ts";

export function loader({ params }: Route.LoaderArgs) {
  const guide = guides.find(({ slug }) => slug === params.guide);
  if (!guide) throw new Response(null, { status: 404 });
  return {
    ...guide,
    steps: guide.steps.map((step) => ({ step, parts: splitLabels(step) })),
    pictures: guide.pictures.map(pictureOf),
  };
}

/** One guide, for reading beside the work or on paper. */
export default function GuidePage({ loaderData: guide }: Route.ComponentProps) {
  const { title, intro, steps, screen, pictures } = guide;
  return (
    <article className="max-w-3xl">
      <PageHeader title={title} />
      <p className="mb-4 text-lg">{intro}</p>
      <ol className="mb-6 ml-6 flex list-decimal flex-col gap-3">
        {steps.map(({ step, parts }) => (
          <li key={step} className="pl-1">
            {parts.map((part, at) =>
              // The labels are at odd positions.
              at % 2 === 1 ? <Label key={part} text={part} /> : part,
            )}
          </li>
        ))}
      </ol>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={screen}>Abrir {screenAt(screen)?.label}</ButtonLink>
        <Button variant="outline" onClick={() => print()}>
          Imprimir
        </Button>
        <ButtonLink to="/admin/help" variant="outline">
          Todos os guias
        </ButtonLink>
      </div>
      {pictures.map((picture) => (
        <figure key={picture.src} className="mb-6 break-inside-avoid">
          <img
            {...picture}
            alt={picture.alt}
            loading="lazy"
            className="h-auto max-w-full rounded-md border border-line"
          />
          <figcaption className="mt-1 text-sm text-muted">{picture.alt}</figcaption>
        </figure>
      ))}
    </article>
  );
}

/** A text of the screen, or a link: pages of the shop open beside the guide. */
function Label({ text }: { text: string }) {
  if (!isAddress(text)) return <strong>{text}</strong>;
  const classes = "underline underline-offset-4";
  return isAdminPath(text) ? (
    <Link to={text} className={classes}>
      {text}
    </Link>
  ) : (
    <a href={text} target="_blank" rel="noreferrer" className={classes}>
      {text}
    </a>
  );
}
