import { createHash } from "node:crypto";

const style = `
body { font-family: system-ui, sans-serif; color: #0f172a; background: #fff; margin: 0; }
main { max-width: 32rem; margin: 20vh auto 0; padding: 1.5rem; line-height: 1.6; }
a { color: inherit; }
small { color: #475569; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`;

export const errorPageHeaders = { "Cache-Control": "no-store", "Content-Security-Policy": policy };

type Words = { title: string; text: string; way: { href: string; label: string } };

export const failure: Words = {
  title: "Algo deu errado",
  text: "Não conseguimos montar esta página. Tente de novo em alguns instantes.",
  way: { href: "/", label: "Voltar ao início" },
};

export const outage: Words = {
  title: "Voltamos já",
  text: "A loja está fora do ar por um instante. O que está no seu carrinho continua guardado.",
  // The page's own address.
  way: { href: "", label: "Tentar de novo" },
};

/** The page of last resort, when not even the shop's own error page can be made: it needs nothing but itself. */
export function errorPage({ title, text, way }: Words, requestId: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${way.href}">${way.label}</a></p>
<p><small>Código para o suporte: ${requestId}</small></p>
</main>
</body>
</html>
`;
}
