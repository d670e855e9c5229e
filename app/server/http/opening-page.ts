import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { identifyAdministrator } from "#app/api/framework/guard.ts";
import { siteName } from "#app/domain/company/rules.ts";
import type { PublicSettings } from "#app/domain/company/schema.ts";
import { escapeXml } from "#app/domain/company/seo.ts";
import { themeStyle } from "#app/domain/company/theme.ts";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { isAdminPath } from "#app/shared/paths.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import type { Shop } from "#app/shop.ts";
import type { AppEnv } from "./request-source.ts";

type OpeningOptions = {
  auth: Shop["people"];
  readSettings: Shop["delivery"]["readPublicSettings"];
};

/** Documents for programs: the sitemap, the pages' data. */
const isDocument = (path: string) => /\.\w+$/.test(path);

/**
 * Until the shop is open, visitors get one page in place of all public ones, without their data. The administrator sees the
 * pages themselves, which are then not cached.
 */
export function announceOpening({ auth, readSettings }: OpeningOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (isAdminPath(c.req.path.replace(/\.data$/, ""))) return next();
    const settings = await readSettings().catch((error) => {
      // The page itself may be served from memory.
      if (isDatabaseUnavailable(error)) return undefined;
      throw error;
    });
    if (settings?.stage !== "preparing") return next();
    const [authorization, cookie] = [c.req.header("Authorization"), c.req.header("Cookie")];
    c.set(
      "isPreview",
      (await identifyAdministrator(auth, { authorization, cookie })) !== undefined,
    );
    if (c.get("isPreview")) return next();
    if (isDocument(c.req.path)) return c.text("Não encontrado\n", 404);
    const { html, style } = renderOpeningPage(settings);
    const hash = createHash("sha256").update(style).digest("base64");
    return c.html(html, 200, {
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy": `default-src 'none'; img-src 'self' https:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    });
  };
}

const rules = `
body { font: 1.125rem/1.6 system-ui, sans-serif; color: var(--foreground); background: var(--background); margin: 0; }
main { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1rem; min-height: 100vh;
  min-height: 100svh; box-sizing: border-box; padding: 1.5rem; text-align: center; overflow-wrap: anywhere; }
img { max-width: min(20rem, 80vw); max-height: 8rem; }
h1 { font-size: 2.25rem; line-height: 1.2; margin: 0; }
p { margin: 0; }
a { display: inline-flex; align-items: center; min-height: 44px; color: inherit; }
.chat { padding: 0 1.5rem; border-radius: 0.5rem; font-weight: 600; text-decoration: none; background: var(--primary);
  color: var(--on-primary); }
`;

/** Writes the page without scripts and files of the build. */
function renderOpeningPage(settings: PublicSettings) {
  const name = escapeXml(siteName(settings));
  const chat = whatsappLink(settings.whatsapp);
  const theme = Object.entries(themeStyle(settings.colors)).map(([key, value]) =>
    key === "colorScheme" ? `color-scheme: ${value};` : `${key}: ${value};`,
  );
  const style = `:root { ${theme.join(" ")} }${rules}`;
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}: em breve</title>
<style>${style}</style>
</head>
<body>
<main>
${settings.logo ? `<img src="${escapeXml(settings.logo)}" alt="">\n` : ""}<h1>${name}</h1>
<p>Em breve</p>
${chat ? `<p><a class="chat" href="${escapeXml(chat)}">Falar no WhatsApp</a></p>\n` : ""}<p><a href="/admin">Área administrativa</a></p>
</main>
</body>
</html>
`;
  return { html, style };
}
