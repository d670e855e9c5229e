import type { MiddlewareHandler } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { ApiDependencies, Visit } from "#app/api/framework/api-types.ts";
import type { AreaSessions } from "#app/api/framework/area-sessions.ts";
import { requireSameOrigin } from "#app/api/framework/guard.ts";
import type { StoredTable } from "#app/domain/catalogue/price-tables/queries.server.ts";
import {
  isInForce,
  priceProduct,
  tablePrices,
  tableTitle,
} from "#app/domain/catalogue/price-tables/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { PublicSettings } from "#app/domain/company/schema.ts";
import type { AreaSession } from "#app/domain/customer-area/access.server.ts";
import { areaCookie, readAreaToken } from "#app/domain/customer-area/rules.ts";
import { readCookie } from "#app/domain/people/rules.ts";
import { dayOf } from "#app/shared/days.ts";
import type { Shop } from "#app/shop.ts";
import { createCache } from "./cache.ts";
import type { Revision } from "./revision.ts";

/**
 * Visitors with a price table: that of the customer whose area is open on the device, else the one whose link was opened. Both
 * are in cookies, which only this server reads.
 */
const cookieName = "pomar_tabela";
const maxAgeSeconds = 365 * 24 * 3600;

export type PriceVisits = {
  /** The visit of a request with these cookies, from memory; undefined without a table, 'unread' if it must be read. */
  find(cookies: string | null | undefined): Visit | "unread" | undefined;
  /** `session`: that of the device, whose table comes first. */
  load(
    cookies: string | null | undefined,
    session: AreaSession | undefined,
  ): Promise<Visit | undefined>;
};

const limits = { maxEntries: 200, maxBytes: 32 * 2 ** 20 };
const bytesPerPrice = 300;
const onlyKey = "";

/** Reads links and tables once per change. A visit costs nothing where there is no cookie. */
export function createPriceVisits(
  shop: Pick<Shop, "catalogue">,
  revision: Revision,
  areaSessions: Pick<AreaSessions, "isWrong">,
): PriceVisits {
  const links = createCache<Map<string, string>>({ ...limits, revision, sizeOf: () => 1 });
  const tables = createCache<{ table?: StoredTable | undefined; visit: Visit }>({
    ...limits,
    revision,
    sizeOf: ({ table }) => 1000 + (table?.prices.length ?? 0) * bytesPerPrice,
  });

  const loadLinks = () =>
    links.fetch(onlyKey, async () => ({
      value: await shop.catalogue.readTableLinks(),
      isCacheable: true,
    }));

  const loadTable = (id: string) =>
    tables.fetch(id, async () => {
      const table = await shop.catalogue.readPriceTable(id);
      return { value: { table, visit: table ? visitOf(table) : ended }, isCacheable: true };
    });

  function choose({ table, visit }: { table?: StoredTable | undefined; visit: Visit }): Visit {
    return table && isInForce(table, dayOf(new Date())) ? visit : ended;
  }

  /** Undefined when the customer has no table that counts. */
  async function loadOfCustomer({ price_table }: AreaSession): Promise<Visit | undefined> {
    if (!price_table) return undefined;
    const visit = choose(await loadTable(price_table));
    return visit.requestedTable && ofCustomer(visit);
  }

  return {
    find(cookies) {
      if (readAreaToken(cookies) && !areaSessions.isWrong(cookies)) return "unread";
      const token = readToken(cookies);
      if (token === undefined) return undefined;
      const known = links.get(onlyKey);
      if (!known) return "unread";
      const id = known.get(token);
      if (id === undefined) return ended;
      const stored = tables.get(id);
      return stored ? choose(stored) : "unread";
    },
    async load(cookies, session) {
      const visit = session && (await loadOfCustomer(session));
      if (visit) return visit;
      const token = readToken(cookies);
      if (token === undefined) return undefined;
      const id = (await loadLinks()).get(token);
      return id === undefined ? ended : choose(await loadTable(id));
    },
  };
}

/** Returns whether a request has one of the cookies, also of a table that has ended. */
export function hasPriceCookie(cookies: string | null | undefined): boolean {
  return [cookieName, areaCookie].some((name) => cookies?.includes(`${name}=`));
}

function readToken(cookies: string | null | undefined): string | undefined {
  return cookies?.includes(`${cookieName}=`) ? readCookie(cookies, cookieName) : undefined;
}

/** Public prices, and a notice that the table does not count any more. */
const ended: Visit = {
  key: "ended",
  product: (product) => product,
  price: (shop) => ({
    ...shop,
    delivery: {
      ...shop.delivery,
      readPublicSettings: async () => ({
        ...(await shop.delivery.readPublicSettings()),
        price_table: {
          active: false,
          by_link: true,
          text: "A tabela de preços deste aparelho não vale mais: os preços são os da loja. Seu carrinho continua aqui.",
        },
      }),
    },
  }),
};

/** The products and conditions that a visitor with the table sees. */
function visitOf(table: StoredTable): Visit {
  const prices = tablePrices(table);
  const product = (one: Product) => priceProduct(one, prices);
  const { id, link_version, minimum_order } = table;
  const minimum = minimum_order === null ? undefined : { minimum_order };
  const withTable = (settings: PublicSettings): PublicSettings => ({
    ...settings,
    delivery_settings: { ...settings.delivery_settings, ...minimum },
    price_table: { active: true, by_link: true, text: tableTitle(table.name) },
  });
  return {
    key: `${id}-${table.version}`,
    requestedTable: { id, link_version },
    validUntil: table.valid_until ?? undefined,
    product,
    price: (shop) => ({
      ...shop,
      catalogue: {
        ...shop.catalogue,
        listProducts: async (...args) => {
          const page = await shop.catalogue.listProducts(...args);
          return { ...page, items: page.items.map(product) };
        },
        listFirstProducts: async (...args) => {
          const part = await shop.catalogue.listFirstProducts(...args);
          return { ...part, items: part.items.map(product) };
        },
        readCategoryPage: async (request) => {
          const page = await shop.catalogue.readCategoryPage(request);
          return page && { ...page, products: page.products.map(product) };
        },
        findProductBySlug: async (slug) => {
          const found = await shop.catalogue.findProductBySlug(slug);
          return found && product(found);
        },
        countByCategory: () => shop.catalogue.countByCategory(id),
      },
      orders: {
        ...shop.orders,
        findOffer: async (...args) => {
          const offer = await shop.orders.findOffer(...args);
          return { ...offer, zone: offer.zone && { ...offer.zone, ...minimum } };
        },
      },
      delivery: {
        ...shop.delivery,
        readPublicSettings: async () => withTable(await shop.delivery.readPublicSettings()),
      },
    }),
  };
}

/** The same prices, by the customer's area: they end with it, and not by 'Sair da tabela'. */
function ofCustomer(visit: Visit): Visit {
  const { requestedTable, key } = visit;
  return {
    ...visit,
    key: `${key}-c`,
    ...(requestedTable && { requestedTable: { id: requestedTable.id } }),
    price(shop) {
      const priced = visit.price(shop);
      const { delivery } = priced;
      const readPublicSettings = async () => {
        const settings = await delivery.readPublicSettings();
        const { price_table } = settings;
        return price_table
          ? { ...settings, price_table: { ...price_table, by_link: false } }
          : settings;
      };
      return { ...priced, delivery: { ...delivery, readPublicSettings } };
    },
  };
}

/** A line that deletes a cookie. */
const expire = (name: string) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;
/** The cookie of a table that does not count any more is deleted with the page that says so. */
export const expiredTableCookie = expire(cookieName);
/** The cookie of a device that is not a customer's any more. */
export const expiredAreaCookie = expire(areaCookie);

/** GET /t/{token}: puts the table on the device, and opens the shop. POST /t/sair takes it off. */
export function serveTableLinks({
  visits,
  findVisit,
  ownOrigin,
  wrongLinks,
}: { visits: PriceVisits } & Pick<
  ApiDependencies,
  "findVisit" | "ownOrigin" | "wrongLinks"
>): Record<"open" | "checkOrigin" | "leave", MiddlewareHandler> {
  return {
    async open(c) {
      const token = c.req.param("token") ?? "";
      const given = await visits.load(`${cookieName}=${token}`, undefined);
      if (!given?.requestedTable) await wrongLinks.count(c);
      const current = await findVisit(c);
      // An old link does not end the table that the device has; else the page says that the link is not valid.
      if (given?.requestedTable || !current?.requestedTable) {
        const secure = ownOrigin(c).startsWith("https:");
        setCookie(c, cookieName, /^[\w-]{22}$/.test(token) ? token : "-", {
          path: "/",
          maxAge: maxAgeSeconds,
          secure,
          httpOnly: true,
          sameSite: "Lax",
        });
      }
      return c.redirect("/");
    },
    checkOrigin: requireSameOrigin(ownOrigin),
    async leave(c) {
      deleteCookie(c, cookieName, { path: "/" });
      return c.redirect("/", 303);
    },
  };
}
