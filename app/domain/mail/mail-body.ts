/** A block of a mail's body, rendered as plain text and as simple HTML. */
export type MailBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; lines: string[] }
  | { kind: "link"; text: string; to: string }
  | {
      kind: "amounts";
      rows: [what: string, amount: string][];
      total: [what: string, amount: string];
    };

export function toText(blocks: MailBlock[]): string {
  return `${blocks.map(blockAsText).join("\n\n")}\n`;
}

function blockAsText(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return block.text.toUpperCase();
    case "paragraph":
      return block.lines.join("\n");
    case "link":
      return `${block.text}: ${block.to}`;
    case "amounts":
      return [...block.rows, block.total].map((row) => row.join(": ")).join("\n");
  }
}

/** Tables and style attributes are what all mail clients support. No external resources. */
export function toHtml(title: string, blocks: MailBlock[]): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0f172a">
<div style="max-width:560px;margin:0 auto">
${blocks.map(blockAsHtml).join("\n")}
</div>
</body>
</html>
`;
}

function blockAsHtml(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(block.text)}</h2>`;
    case "paragraph":
      return `<p style="margin:0 0 12px">${block.lines.map(escapeHtml).join("<br>")}</p>`;
    case "link":
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.to)}">${escapeHtml(block.text)}</a></p>`;
    case "amounts":
      return `<table style="width:100%;border-collapse:collapse">${[
        ...block.rows.map((row) => rowAsHtml(row, "td")),
        rowAsHtml(block.total, "th"),
      ].join("")}</table>`;
  }
}

function rowAsHtml([what, amount]: [string, string], cell: "td" | "th"): string {
  const style = "padding:6px 0;border-top:1px solid #d8dee6;vertical-align:top";
  return `<tr><${cell} style="${style};text-align:left">${escapeHtml(what)}</${cell}><${cell} style="${style};text-align:right;white-space:nowrap">${escapeHtml(amount)}</${cell}></tr>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
