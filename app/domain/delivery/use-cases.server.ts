import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
  changeException,
  changeZone,
  createException,
  createZone,
  deleteException,
  deleteZone,
  reorderZones,
} from "./commands.server.ts";
import { readPublicSettings } from "./public-settings.server.ts";
import { listExceptions, listZones } from "./queries.server.ts";

/** Zones, days without delivery, and addresses. */
export const delivery = {
  ...toUseCases(["database"], {
    changeException,
    changeZone,
    createException,
    createZone,
    deleteException,
    deleteZone,
    listExceptions,
    listZones,
    readPublicSettings,
    reorderZones,
  }),
  findAddress: ({ postalCodes }: ShopContext, cep: string) => postalCodes.find(cep),
};
