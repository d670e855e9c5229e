import { createHash } from "node:crypto";

const style = `
body { font-family: system-ui, sans-serif; color: #0f172a; background: #fff; margin: 0; }
main { max-width: 32rem; margin: 20vh auto 0; padding: 1.5rem; line-height: 1.6; }
a { color: inherit; }
small { color: #475569; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`;

/** The page of last resort, when not even the shop's own error page can be made: it needs nothing but itself. */
export function errorPage(requestId: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Algo deu errado</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Algo deu errado</h1>
<p>Não conseguimos montar esta página. Tente de novo em alguns instantes.</p>
<p><a href="/">Voltar ao início</a></p>
<p><small>Código para o suporte: ${requestId}</small></p>
</main>
</body>
</html>
`;
}
