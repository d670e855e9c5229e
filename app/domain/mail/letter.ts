/** A letter in pieces, written once and sent as plain text and as simple HTML. */
export type Piece =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; lines: string[] }
  | { kind: "link"; text: string; to: string }
  | {
      kind: "amounts";
      rows: [what: string, amount: string][];
      total: [what: string, amount: string];
    };

export function toText(pieces: Piece[]): string {
  return `${pieces.map(asText).join("\n\n")}\n`;
}

function asText(piece: Piece): string {
  switch (piece.kind) {
    case "heading":
      return piece.text.toUpperCase();
    case "paragraph":
      return piece.lines.join("\n");
    case "link":
      return `${piece.text}: ${piece.to}`;
    case "amounts":
      return [...piece.rows, piece.total].map((row) => row.join(": ")).join("\n");
  }
}

/** Tables and style attributes: what mail programs of all ages show alike. Nothing is fetched from anywhere. */
export function toHtml(title: string, pieces: Piece[]): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0f172a">
<div style="max-width:560px;margin:0 auto">
${pieces.map(asHtml).join("\n")}
</div>
</body>
</html>
`;
}

function asHtml(piece: Piece): string {
  switch (piece.kind) {
    case "heading":
      return `<h2 style="margin:24px 0 8px;font-size:18px">${escaped(piece.text)}</h2>`;
    case "paragraph":
      return `<p style="margin:0 0 12px">${piece.lines.map(escaped).join("<br>")}</p>`;
    case "link":
      return `<p style="margin:24px 0"><a href="${escaped(piece.to)}">${escaped(piece.text)}</a></p>`;
    case "amounts":
      return `<table style="width:100%;border-collapse:collapse">${[
        ...piece.rows.map((row) => asRow(row, "td")),
        asRow(piece.total, "th"),
      ].join("")}</table>`;
  }
}

function asRow([what, amount]: [string, string], cell: "td" | "th"): string {
  const style = "padding:6px 0;border-top:1px solid #d8dee6;vertical-align:top";
  return `<tr><${cell} style="${style};text-align:left">${escaped(what)}</${cell}><${cell} style="${style};text-align:right;white-space:nowrap">${escaped(amount)}</${cell}></tr>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
