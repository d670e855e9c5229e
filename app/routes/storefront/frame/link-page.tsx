import { isRouteErrorResponse, type MetaDescriptor, useRouteError } from "react-router";
import { siteName } from "#app/domain/company/rules.ts";
import { ErrorMessage, ErrorPage } from "./error-page.tsx";
import type { Site } from "./structured-data.ts";

/** The tags of a page behind a private link: chats and search engines show them, so they say nothing about the customer. */
export function linkPageMeta(site: Site | undefined, name: string): MetaDescriptor[] {
  const title = `${name} | ${siteName(site?.settings ?? { site_name: null })}`;
  return [
    { title },
    { name: "robots", content: "noindex, nofollow, noarchive" },
    { property: "og:title", content: title },
  ];
}

type LinkErrorPageProps = {
  icon: string;
  /** Title and text by the status that the loader answers for a link that does not open the page. */
  texts: { [status: number]: readonly [title: string, text: string] };
};

/** Replaces a page whose link is wrong, was replaced, or leads to erased data. */
export function LinkErrorPage({ icon, texts }: LinkErrorPageProps) {
  const error = useRouteError();
  const [title, text] = (isRouteErrorResponse(error) && texts[error.status]) || [];
  if (!title) return <ErrorPage />;
  return (
    <ErrorMessage
      icon={icon}
      title={title}
      text={text}
      ways={[
        ["/contato", "Falar com a loja"],
        ["/produtos", "Ver produtos"],
      ]}
    />
  );
}
