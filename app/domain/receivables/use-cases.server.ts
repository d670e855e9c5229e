import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
  giveCredit,
  recordAdjustment,
  recordReceipt,
  recordRefund,
  removeReceipt,
} from "./commands.server.ts";
import { findStatementPath, readLinkedStatement, rotateStatementLink } from "./links.server.ts";
import { listReceipts, readAccount, readStatement } from "./queries.server.ts";

/** The account of customers, beyond one order: the amounts that they owe and have paid. */
export const receivables = {
  ...toUseCases(["database"], {
    giveCredit,
    listReceipts,
    read: readAccount,
    readStatement,
    removeReceipt,
  }),
  ...toUseCases(["database", "now"], { recordAdjustment, recordReceipt, recordRefund }),
  ...toUseCases(["database", "tokens"], {
    findStatementPath,
    readLinkedStatement,
    rotateStatementLink,
  }),
};
