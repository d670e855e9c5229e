import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { plainText } from "#app/shared/plain-text.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { type ApiDocument, cacheByShopName, describeApi, httpMethods } from "./openapi.ts";

type Paths = NonNullable<ApiDocument["paths"]>;
type Operation = NonNullable<Paths[string]["get"]>;
type Content = Record<string, { schema?: object; example?: unknown }>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: object;
};
type NamedOperation = { method: string; path: string; operation: Operation };

const parameterPlaces: Record<string, string> = {
  path: "no caminho",
  query: "na busca",
  header: "no cabeçalho",
};

const styles = `
:root { color-scheme: light dark; --line: #d5dbd3; --soft: #f3f6f1; --text: #17231a; --page: #fff; --link: #15692f; --quiet: #4c5a4f; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a443b; --soft: #1c231d; --text: #e5ece5; --page: #121712; --link: #7fd79b; --quiet: #a9b8ac; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.6 system-ui, sans-serif;
  color: var(--text); background: var(--page); }
h1 { margin: 0 0 .5rem; line-height: 1.2; } h2 { margin: 2.5rem 0 .75rem; } h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; padding: 0; list-style: none; }
nav a { display: inline-block; min-width: 2.75rem; padding: .6rem 0; }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; min-height: 2.75rem; padding: .6rem .9rem;
  cursor: pointer; border-radius: .5rem; }
summary:hover { background: var(--soft); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
details > div { padding: 0 .9rem .9rem; }
.method { min-width: 4.5rem; font-weight: 700; font-family: ui-monospace, monospace; }
.path { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.who { margin-left: auto; color: var(--quiet); font-size: .9rem; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
pre { overflow-x: auto; margin: .5rem 0; padding: .75rem; background: var(--soft); border-radius: .5rem; font-size: .875rem; line-height: 1.5; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
@media print { details { break-inside: avoid; } }
`;

const styleHash = createHash("sha256").update(styles).digest("base64");
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET /docs: the API document as a page, without scripts or external resources. */
export function addDocsRoute(api: Api, deps: ApiDependencies): void {
  const readPage = cacheByShopName(deps, (name) => String(renderPage(describeApi(api, name))));
  api.get("/docs", async (c) =>
    c.html(await readPage(), 200, { "Content-Security-Policy": policy }),
  );
}

/** The document as one page, grouped by tag. */
function renderPage(document: ApiDocument) {
  const { title, description = "" } = document.info;
  const subjects = [...renderOperationsByTag(document)];
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API de ${title}</title>
<style>${raw(styles)}</style>
</head>
<body>
<header>
<h1>API de ${title}</h1>
<p>${renderCode(description)}</p>
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
${Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => renderSchema(name, schema))}
</section>
</main>
</body>
</html>`;
}

function renderOperationsByTag(document: ApiDocument) {
  const subjects = new Map<string, ReturnType<typeof renderOperation>[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of httpMethods) {
      const operation = operations[method];
      if (!operation) continue;
      const subject = operation.tags?.[0] ?? "Outros";
      const sections = subjects.get(subject) ?? [];
      sections.push(renderOperation({ method, path, operation }));
      subjects.set(subject, sections);
    }
  }
  return subjects;
}

function anchorOf(subject: string): string {
  return plainText(subject).replace(/[^a-z]/g, "");
}

/** One operation: its access, parameters, body and responses. */
function renderOperation({ method, path, operation }: NamedOperation) {
  const { summary = "", description, operationId } = operation;
  const parameters = (operation.parameters ?? []) as Parameter[];
  const { content: request } = (operation.requestBody ?? {}) as { content?: Content };
  const responses = Object.entries(operation.responses ?? {}) as [
    string,
    { description: string; content?: Content },
  ][];
  return html`<details id="${operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <span class="path">${path}</span>
<span>${summary}</span> <span class="who">${describeAccess(operation)}</span></summary>
<div>
${description ? html`<p>${renderCode(description)}</p>` : ""}
${parameters.length > 0 ? renderParameters(parameters) : ""}
${request ? html`<h3>Corpo</h3>${renderBody(request)}` : ""}
<h3>Respostas</h3>
${responses.map(
  ([
    status,
    response,
  ]) => html`<details><summary><strong>${status}</strong> <span>${renderCode(response.description)}</span></summary>
<div>${renderBody(response.content ?? {})}</div></details>`,
)}
</div>
</details>`;
}

function describeAccess({ security = [] }: Operation): string {
  if (security.length === 0) return "aberta a todos";
  if (security.some((one) => Object.keys(one).length === 0))
    return "aberta; mais para o administrador";
  return security.some((one) => "token" in one) ? "sessão ou token" : "só com sessão";
}

function renderParameters(parameters: Parameter[]) {
  return html`<h3>Parâmetros</h3><div class="scroll"><table>
<thead><tr><th scope="col">Nome</th><th scope="col">Onde</th><th scope="col">O que é</th></tr></thead>
<tbody>${parameters.map(
    (parameter) => html`<tr><th scope="row"><code>${parameter.name}</code></th>
<td>${parameterPlaces[parameter.in] ?? parameter.in}${parameter.required ? ", obrigatório" : ""}</td>
<td>${renderCode(descriptionOf(parameter))} ${renderType(parameter.schema)}</td></tr>`,
  )}</tbody></table></div>`;
}

function descriptionOf({ description, schema = {} }: Parameter): string {
  return description ?? (schema as { description?: string }).description ?? "";
}

function renderType(schema: object = {}) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  return values ? html`<code>${values.join(" | ")}</code>` : html`<code>${type ?? ""}</code>`;
}

/** An example of a body and a link to its schema. */
function renderBody(content: Content) {
  const types = Object.entries(content);
  if (types.length === 0) return html`<p>Sem corpo.</p>`;
  return types.map(([type, { schema = {}, example }]) => {
    const sample = typeof example === "string" ? example : JSON.stringify(example, null, 2);
    return html`<p><code>${type}</code></p>
${example === undefined ? "" : html`<pre tabindex="0">${sample}</pre>`}
${renderSchemaLink(schema)}`;
  });
}

function renderSchemaLink(schema: object) {
  const { $ref } = schema as { $ref?: string };
  if (!$ref) return renderDetails("Esquema", html`<div>${renderJson(schema)}</div>`);
  const name = $ref.replace("#/components/schemas/", "");
  return html`<p>Esquema: <a href="#${schemaAnchor(name)}">${name}</a></p>`;
}

const schemaAnchor = (name: string) => `esquema-${name}`;

/** A named schema. The anchor is inside, so that a link to it opens the element. */
function renderSchema(name: string, schema: object) {
  return renderDetails(name, html`<div id="${schemaAnchor(name)}">${renderJson(schema)}</div>`);
}

function renderDetails(title: string, content: ReturnType<typeof html>) {
  return html`<details><summary><strong>${title}</strong></summary>${content}</details>`;
}

function renderJson(schema: object) {
  return html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;
}

/** Renders `text` between backticks as code. */
function renderCode(text: string) {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
