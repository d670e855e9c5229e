import { Link } from "react-router";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { useRole } from "#app/routes/admin/layout-data.ts";
import { screensFor } from "#app/routes/admin/screens.ts";
import type { Route } from "./+types/help";
import { guides } from "./guides.ts";

export function loader() {
  return guides.map(({ slug, title, screen }) => ({ slug, title, screen }));
}

/** All guides, by the screen that they explain. */
export default function HelpPage({ loaderData: guides }: Route.ComponentProps) {
  const role = useRole();
  return (
    <>
      <PageHeader title="Ajuda" description="Guias curtos, um para cada tarefa" />
      <div className="grid gap-4 md:grid-cols-2">
        {screensFor(role).map(({ to, label, icon, shortcut }) => {
          const listed = guides.filter(({ screen }) => screen === to);
          if (listed.length === 0) return null;
          return (
            <section
              key={to}
              id={shortcut}
              className="scroll-mt-4 rounded-md border border-line bg-background p-4 md:p-6"
            >
              <h2 className="mb-2 flex items-center gap-2 text-lg">
                <span className={`${icon} size-5`} aria-hidden />
                {label}
              </h2>
              <ul>
                {listed.map(({ slug, title }) => (
                  <li key={slug}>
                    <Link
                      to={`/admin/help/${slug}`}
                      className="flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
}
