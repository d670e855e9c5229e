import { createAuth } from "#app/domain/auth/auth.server.ts";
import type { PasswordHasher } from "#app/domain/auth/password.server.ts";
import { readDashboard } from "#app/domain/dashboard/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import { bindAudit } from "./shop/audit.ts";
import { bindCatalogue } from "./shop/catalogue.ts";
import { bindMedia } from "./shop/media.ts";
import { bindOrders } from "./shop/orders.ts";
import { bindPrivacy } from "./shop/privacy.ts";
import { bindRecipes } from "./shop/recipes.ts";
import { bindSettings } from "./shop/settings.ts";

/** What the shop stands on. */
export type ShopDependencies = {
  database: Database;
  postalCodes: PostalCodes;
  pictures: Pictures;
  now?: () => Date;
  passwords?: PasswordHasher;
};

/** Every use case, bound once to what the shop stands on; pages and API routes ask this and nothing below it. */
export function createShop({
  database,
  postalCodes,
  pictures,
  now = () => new Date(),
  passwords,
}: ShopDependencies) {
  return {
    ...bindCatalogue(database),
    ...bindRecipes(database),
    ...bindSettings(database),
    ...bindOrders(database, now),
    ...bindPrivacy(database, now),
    ...bindAudit(database),
    ...bindMedia(database, pictures, now),
    readDashboard: () => readDashboard(database, now()),
    auth: createAuth(database, now, passwords),
    findAddress: (cep: string) => postalCodes.find(cep),
  };
}

export type Shop = ReturnType<typeof createShop>;
