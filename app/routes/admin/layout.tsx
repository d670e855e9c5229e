import { useLiveUpdates } from "./kit/live/use-live-updates.tsx";
import "./admin.css";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from "react";
import {
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from "react-router";
import { isRefetching } from "#app/client/refetch.ts";
import { administratorContext, shopContext } from "#app/context.ts";
import { loginPathFor, readCookie, sessionCookie } from "#app/domain/people/rules.ts";
import { useAppBadge } from "#app/routes/admin/kit/live/unopened-orders.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { useSession } from "#app/routes/admin/kit/session/use-session.ts";
import { LoadingState } from "#app/routes/admin/kit/states.tsx";
import { adminPath } from "#app/shared/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFocusOnNewPage } from "#app/ui/use-focus-on-new-page.ts";
import type { Route } from "./+types/layout";
import { guides } from "./help/guides.ts";
import { CommandPalette } from "./kit/palette/command-palette.tsx";
import type { LayoutData } from "./layout-data.ts";
import { NoticeBar } from "./layout-notices.tsx";
import {
  BottomBar,
  Sidebar,
  SidebarSheet,
  sidebarStateIn,
  useSidebarState,
} from "./layout-sidebar.tsx";
import { canOpen, homeOf, screenAt, screensFor } from "./screens.ts";
import { pressKey, ShortcutsDialog } from "./shortcuts.tsx";

/** Requires a session and the role, before any loader of the back office, for pages and data requests. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, pattern, context }, next) => {
    const token = readCookie(request.headers.get("Cookie"), sessionCookie);
    const session = token && (await context.get(shopContext).people.resumeSession(token));
    if (!session) {
      throw redirect(loginPathFor(url.pathname + url.search), {
        headers: { "Cache-Control": "no-store" },
      });
    }
    // The router accepts other spellings of the address, such as a closing slash.
    const page = `/${pattern}`;
    if (!canOpen(session.role, page)) {
      throw redirect(page === adminPath ? homeOf(session.role) : "/admin/account/access");
    }
    context.set(administratorContext, session);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    return response;
  },
];

export async function loader({ context, request }: Route.LoaderArgs): Promise<LayoutData> {
  const { email, expires_at, role } = context.get(administratorContext);
  return {
    session: { email, expires_at },
    role,
    sidebar: sidebarStateIn(request.headers.get("Cookie")),
    ...(await context.get(shopContext).orders.readPending()),
    isDatabaseDamaged: context.get(shopContext).machine.isDatabaseDamaged(),
    guides: guides.map(({ slug, title }) => ({ slug, title })),
  };
}

/** Search, filters and dialogs of a screen do not change the layout's data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const isWithinScreen =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return isRefetching() || !isWithinScreen;
}

export function meta(): Route.MetaDescriptors {
  return [{ name: "robots", content: "noindex" }];
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useSession(loaderData.session);
  useLiveUpdates(loaderData.unopened);
  useAppBadge(loaderData.pending);
  return (
    <Frame {...loaderData}>
      <PendingScreen>
        <Outlet />
      </PendingScreen>
    </Frame>
  );
}

/** Renders a failed screen inside the layout. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) {
    return (
      <main className="admin admin-main md:ml-0">
        <AdminErrorPage />
      </main>
    );
  }
  return (
    <Frame {...loaderData}>
      <AdminErrorPage />
    </Frame>
  );
}

type OpenWindow = "menu" | "shortcuts" | "palette";

type FrameProps = Route.ComponentProps["loaderData"] & { children: ReactNode };

function Frame({ session, role, sidebar, isDatabaseDamaged, children }: FrameProps) {
  const [state, toggleSidebar] = useSidebarState(sidebar);
  const [open, setOpen] = useState<OpenWindow>();
  const navigate = useNavigate();
  const main = useFocusOnNewPage();
  const close = useCallback(() => setOpen(undefined), []);
  const press = useEffectEvent((event: KeyboardEvent) =>
    pressKey(event, {
      toggleSidebar,
      toggleMenu: () => setOpen((now) => (now === "menu" ? undefined : "menu")),
      showHelp: () => setOpen("shortcuts"),
      showPalette: () => setOpen("palette"),
      goTo: (path) => screensFor(role).some(({ to }) => to === path) && void navigate(path),
    }),
  );
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const sidebarProps = {
    email: session.email,
    onShowShortcuts: () => setOpen("shortcuts"),
    onShowPalette: () => setOpen("palette"),
  };
  return (
    <div className="admin" data-sidebar={state}>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-md bg-foreground px-4 py-3 font-semibold text-background focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Pular para o conteúdo
      </a>
      <Sidebar {...sidebarProps} state={state} onToggle={toggleSidebar} />
      <main id="conteudo" ref={main} tabIndex={-1} className="admin-main">
        {isDatabaseDamaged && <DamageNotice />}
        {children}
      </main>
      <NoticeBar />
      <BottomBar menuOpen={open === "menu"} onOpenMenu={() => setOpen("menu")} />
      <SidebarSheet {...sidebarProps} open={open === "menu"} onClose={close} />
      <ShortcutsDialog open={open === "shortcuts"} onClose={close} />
      <CommandPalette
        open={open === "palette"}
        onClose={close}
        onShowShortcuts={sidebarProps.onShowShortcuts}
      />
    </div>
  );
}

function DamageNotice() {
  return (
    <p role="alert" className="mb-6 rounded-md bg-danger-soft p-4 text-danger-ink">
      <strong>O banco de dados está danificado.</strong> Não faça alterações: o registro (log) do
      servidor diz qual é o backup mais novo e como recuperá-lo.
    </p>
  );
}

const missing = {
  title: "Não encontrado",
  description: "Isto não existe mais, ou o endereço mudou.",
};
const broken = {
  title: "Algo deu errado por aqui",
  description: "O problema é nosso e ficou registrado. Espere um instante e tente de novo.",
};

function AdminErrorPage() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const { title, description } = isMissing ? missing : (screenAt(pathname)?.failed ?? broken);
  return (
    <>
      <PageHeader title={title} />
      <p className="mb-4 text-muted">{description}</p>
      <p className="flex flex-wrap gap-3">
        {!isMissing && (
          <ButtonLink to={pathname + search} reloadDocument>
            Tentar de novo
          </ButtonLink>
        )}
        <ButtonLink to="/admin" variant="outline" reloadDocument>
          Ir para o dashboard
        </ButtonLink>
      </p>
    </>
  );
}

const loadingDelayMs = 150;

/** The screen, or the next one's loading state when loading takes longer than `loadingDelayMs`. */
function PendingScreen({ children }: { children: ReactNode }) {
  const here = screenAt(useLocation().pathname);
  const { location } = useNavigation();
  const next = location && screenAt(location.pathname);
  const awaited = next && next !== here ? next : undefined;
  const [late, setLate] = useState(awaited);
  useEffect(() => {
    const timer = setTimeout(() => setLate(awaited), awaited ? loadingDelayMs : 0);
    return () => clearTimeout(timer);
  }, [awaited]);
  if (!awaited || late !== awaited) return children;
  return (
    <>
      <PageHeader title={awaited.label} />
      <LoadingState>{awaited.loading}</LoadingState>
    </>
  );
}
