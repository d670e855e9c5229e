import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import {
  type AreaSession,
  createLink,
  createSentLink,
  enter,
  findSession,
  noteVisit,
  removeDevice,
} from "./access.server.ts";
import { addPerson, removeList, removePerson, saveList, takeOver } from "./commands.server.ts";
import { readAccess, readArea, readData } from "./queries.server.ts";
import { dismissLinkRequest, listLinkRequests, requestLinks } from "./requests.server.ts";
import type { TakeOver } from "./schema.ts";

/** The customer's area: links, devices and contents. */
export const customerArea = {
  ...onDatabase({
    addPerson,
    dismissLinkRequest,
    listLinkRequests,
    removeDevice,
    removeList,
    removePerson,
  }),
  ...atTime({
    createLink,
    createSentLink,
    enter,
    findSession,
    noteVisit,
    readAccess,
    readData,
    saveList,
  }),
  read: ({ database, tokens, now }: ShopContext, session: AreaSession) =>
    readArea(database, tokens, now(), session),
  requestLinks: ({ database, tokens, now }: ShopContext, contact: string) =>
    requestLinks(database, tokens, now(), contact),
  takeOver: ({ database, tokens, now }: ShopContext, rootId: string, stored: TakeOver) =>
    takeOver(database, tokens, now(), rootId, stored),
};
