import { createContext } from "react-router";
import type { Shop } from "#app/shop.ts";

/** How a loader reaches the shop. The server sets it for each request, so browser code imports types alone. */
export const shopContext = createContext<Shop>();
