import { html, raw } from "hono/html";
import { operationSection, schemaSection, withCode } from "./docs-operation.ts";
import { docsStyle } from "./docs-style.ts";
import type { ApiDocument } from "./openapi.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The whole document as one page, by subject. */
export function docsPage(document: ApiDocument) {
  const { title, description = "" } = document.info;
  const subjects = [...operationsBySubject(document)];
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API de ${title}</title>
<style>${raw(docsStyle)}</style>
</head>
<body>
<header>
<h1>API de ${title}</h1>
<p>${withCode(description)}</p>
<p>Para programas: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Assuntos"><ul>
${subjects.map(([subject]) => html`<li><a href="#${anchorOf(subject)}">${subject}</a></li>`)}
<li><a href="#esquemas">Esquemas</a></li>
</ul></nav>
</header>
<main>
${subjects.map(
  ([subject, sections]) =>
    html`<section aria-labelledby="${anchorOf(subject)}">
<h2 id="${anchorOf(subject)}">${subject}</h2>
${sections}
</section>`,
)}
<section aria-labelledby="esquemas">
<h2 id="esquemas">Esquemas</h2>
${Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => schemaSection(name, schema))}
</section>
</main>
</body>
</html>`;
}

function operationsBySubject(document: ApiDocument) {
  const subjects = new Map<string, ReturnType<typeof operationSection>[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = operations[method];
      if (!operation) continue;
      const subject = operation.tags?.[0] ?? "Outros";
      const sections = subjects.get(subject) ?? [];
      sections.push(operationSection({ method, path, operation }));
      subjects.set(subject, sections);
    }
  }
  return subjects;
}

function anchorOf(subject: string): string {
  return subject
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();
}
