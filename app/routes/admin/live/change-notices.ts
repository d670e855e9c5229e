import { type Toast, toastLifetimeMs } from "#app/client/toast.ts";
import type { RowChange } from "#app/shared/changes.ts";

/** The spec's realtime notices (point 8): for one row, and for many rows of a kind in a burst. */
type Kind = {
  title: string;
  describe?: (change: RowChange) => string | undefined;
  many?: { title: string; describe: (count: number) => string; link?: Toast["link"] };
  linkOf?: (change: RowChange) => Toast["link"];
  variant?: Toast["variant"];
};

const last6 = ({ id }: RowChange) => `#${id.slice(-6)}`;

const kinds: Record<string, Kind> = {
  "products INSERT": {
    title: "Produto adicionado",
    describe: ({ title }) => title,
    many: { title: "Produtos adicionados", describe: (count) => `${count} produtos novos.` },
  },
  "products UPDATE": {
    title: "Produto atualizado",
    describe: ({ title }) => title,
    many: { title: "Produtos atualizados", describe: (count) => `${count} produtos mudaram.` },
  },
  "products DELETE": {
    title: "Produto removido",
    describe: ({ title }) => title,
    many: { title: "Produtos removidos", describe: (count) => `${count} produtos a menos.` },
    variant: "destructive",
  },
  "settings UPDATE": { title: "Configurações atualizadas" },
  "orders INSERT": {
    title: "Novo pedido",
    describe: (order) => `Pedido ${last6(order)} foi criado.`,
    linkOf: ({ id }) => ({ to: `/admin/orders?pedido=${id}`, label: "Abrir pedido" }),
    many: {
      title: "Novos pedidos",
      describe: (count) => `${count} pedidos foram criados.`,
      link: { to: "/admin/orders?status=pendente", label: "Ver pedidos" },
    },
  },
  "orders UPDATE": {
    title: "Pedido atualizado",
    describe: (order) => `Status do pedido ${last6(order)} foi alterado.`,
    many: {
      title: "Pedidos atualizados",
      describe: (count) => `O status de ${count} pedidos foi alterado.`,
    },
  },
};

const reminder: Kind = {
  title: "Pedido esperando",
  describe: (order) => `Pedido ${last6(order)} ainda não foi aberto.`,
  linkOf: ({ id }) => ({ to: `/admin/orders?pedido=${id}`, label: "Abrir pedido" }),
};

/** More rows of a kind than this share one notice. */
const maxSingleNotices = 2;

type NoticeBoard = {
  show: (notice: Partial<Toast> & { title: string }) => void;
  dismiss: (id: string) => void;
};

/** Shows one notice per row however often it changes, and one per kind while a burst of changes lasts. */
export function createChangeNotifier({ show, dismiss }: NoticeBoard, now: () => number = Date.now) {
  const bursts = new Map<string, { rows: Set<string>; last: number }>();

  function burstOf(name: string): Set<string> {
    const burst = bursts.get(name);
    const rows = burst && now() - burst.last < toastLifetimeMs ? burst.rows : new Set<string>();
    bursts.set(name, { rows, last: now() });
    return rows;
  }

  return function notify(change: RowChange): void {
    const name = change.reminder ? "reminder" : `${change.table} ${change.operation}`;
    const kind = change.reminder ? reminder : kinds[name];
    if (!kind || (change.quiet && !change.reminder)) return;
    const { title, describe, many, linkOf, variant = "info" } = kind;
    const rows = burstOf(name);
    rows.add(change.id);
    if (!many || rows.size <= maxSingleNotices) {
      const link = linkOf?.(change);
      show({ id: `${name} ${change.id}`, title, description: describe?.(change), link, variant });
      return;
    }
    for (const id of rows) dismiss(`${name} ${id}`);
    const { title: manyTitle, describe: describeMany, link } = many;
    show({ id: name, title: manyTitle, description: describeMany(rows.size), link, variant });
  };
}
