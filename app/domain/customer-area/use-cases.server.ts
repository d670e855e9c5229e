import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
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

/** The customer's area: links, devices and contents. */
export const customerArea = {
  ...toUseCases(["database"], {
    addPerson,
    dismissLinkRequest,
    listLinkRequests,
    removeDevice,
    removeList,
    removePerson,
  }),
  ...toUseCases(["database", "now"], {
    createLink,
    createSentLink,
    enter,
    findSession,
    noteVisit,
    readAccess,
    readData,
    saveList,
  }),
  ...toUseCases(["database", "tokens", "now"], { read: readArea, requestLinks, takeOver }),
};
