import { createContext } from "react-router";
import type { LiveSession } from "#app/domain/auth/sessions.server.ts";
import type { Shop } from "#app/shop.ts";

/** How a loader reaches the shop. The server sets it for each request, so browser code imports types alone. */
export const shopContext = createContext<Shop>();

/** Who is signed in, for the loaders under /admin: its layout lets nobody else come that far. */
export const administratorContext = createContext<LiveSession>();
