import { createContext } from "react-router";
import type { LiveSession } from "#app/domain/people/sessions.server.ts";
import type { Shop } from "#app/shop.ts";

/** The use cases that loaders call. */
export type LoaderShop = Shop;

/** The shop, for loaders. The server sets it for each request, so browser code imports only types. */
export const shopContext = createContext<Shop>();

/** The session of the administrator or a member, for loaders under /admin; the admin layout sets it. */
export const administratorContext = createContext<LiveSession>();
