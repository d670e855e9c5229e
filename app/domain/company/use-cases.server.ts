import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { changeSettings } from "./commands.server.ts";
import { checkHealth, readSettings } from "./queries.server.ts";

/** The settings, all of them; `delivery.readPublicSettings` are those that visitors may read. */
export const company = toUseCases(["database"], { changeSettings, checkHealth, readSettings });
