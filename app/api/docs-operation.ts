import { html } from "hono/html";
import type { ApiDocument } from "./openapi.ts";

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
type Described = { method: string; path: string; operation: Operation };

const places: Record<string, string> = {
  path: "no caminho",
  query: "na busca",
  header: "no cabeçalho",
};

/** One operation, folded: who may call it, what it takes and what it answers. */
export function operationSection({ method, path, operation }: Described) {
  const { summary = "", description, operationId } = operation;
  const parameters = (operation.parameters ?? []) as Parameter[];
  const { content: request } = (operation.requestBody ?? {}) as { content?: Content };
  const responses = Object.entries(operation.responses ?? {}) as [
    string,
    { description: string; content?: Content },
  ][];
  return html`<details id="${operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <span class="path">${path}</span>
<span>${summary}</span> <span class="who">${whoMay(operation)}</span></summary>
<div>
${description ? html`<p>${withCode(description)}</p>` : ""}
${parameters.length > 0 ? parameterTable(parameters) : ""}
${request ? html`<h3>Corpo</h3>${body(request)}` : ""}
<h3>Respostas</h3>
${responses.map(
  ([
    status,
    response,
  ]) => html`<details><summary><strong>${status}</strong> <span>${withCode(response.description)}</span></summary>
<div>${body(response.content ?? {})}</div></details>`,
)}
</div>
</details>`;
}

function whoMay({ security = [] }: Operation): string {
  if (security.length === 0) return "aberta a todos";
  if (security.some((one) => Object.keys(one).length === 0))
    return "aberta; mais para o administrador";
  return security.some((one) => "token" in one) ? "sessão ou token" : "só com sessão";
}

function parameterTable(parameters: Parameter[]) {
  return html`<h3>Parâmetros</h3><div class="scroll"><table>
<thead><tr><th scope="col">Nome</th><th scope="col">Onde</th><th scope="col">O que é</th></tr></thead>
<tbody>${parameters.map(
    (parameter) => html`<tr><th scope="row"><code>${parameter.name}</code></th>
<td>${places[parameter.in] ?? parameter.in}${parameter.required ? ", obrigatório" : ""}</td>
<td>${withCode(descriptionOf(parameter))} ${constraintsOf(parameter.schema)}</td></tr>`,
  )}</tbody></table></div>`;
}

function descriptionOf({ description, schema = {} }: Parameter): string {
  return description ?? (schema as { description?: string }).description ?? "";
}

function constraintsOf(schema: object = {}) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  return values ? html`<code>${values.join(" | ")}</code>` : html`<code>${type ?? ""}</code>`;
}

/** What a body looks like, and where its rules stand. */
function body(content: Content) {
  const types = Object.entries(content);
  if (types.length === 0) return html`<p>Sem corpo.</p>`;
  return types.map(([type, { schema = {}, example }]) => {
    const sample = typeof example === "string" ? example : JSON.stringify(example, null, 2);
    return html`<p><code>${type}</code></p>
${example === undefined ? "" : html`<pre tabindex="0">${sample}</pre>`}
${rules(schema)}`;
  });
}

function rules(schema: object) {
  const { $ref } = schema as { $ref?: string };
  if (!$ref) return folded("Esquema", html`<div>${pretty(schema)}</div>`);
  const name = $ref.replace("#/components/schemas/", "");
  return html`<p>Esquema: <a href="#${schemaAnchor(name)}">${name}</a></p>`;
}

const schemaAnchor = (name: string) => `esquema-${name}`;

/** A schema by its name. The anchor is within, so that a link to it unfolds it. */
export function schemaSection(name: string, schema: object) {
  return folded(name, html`<div id="${schemaAnchor(name)}">${pretty(schema)}</div>`);
}

function folded(title: string, content: ReturnType<typeof html>) {
  return html`<details><summary><strong>${title}</strong></summary>${content}</details>`;
}

function pretty(schema: object) {
  return html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;
}

/** `words` of a description in the type of code. */
export function withCode(text: string) {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
