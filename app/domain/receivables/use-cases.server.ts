import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import {
  giveCredit,
  recordAdjustment,
  recordReceipt,
  recordRefund,
  removeReceipt,
} from "./commands.server.ts";
import { findStatementPath, readLinkedStatement, rotateStatementLink } from "./links.server.ts";
import { listReceipts, readAccount, readStatement } from "./queries.server.ts";
import type { NewAdjustment, NewReceipt, NewRefund } from "./schema.ts";

/** What customers owe and have paid, beyond one order. */
export const receivables = {
  ...onDatabase({
    giveCredit,
    listReceipts,
    read: readAccount,
    readStatement,
    removeReceipt,
  }),
  /** The path of the statement of a customer; undefined for none. */
  findStatementPath: ({ database, tokens }: ShopContext, customerId: string) =>
    findStatementPath(database, tokens, customerId),
  rotateStatementLink: ({ database, tokens }: ShopContext, author: Author, customerId: string) =>
    rotateStatementLink(database, tokens, author, customerId),
  readLinkedStatement: (
    { database, tokens }: ShopContext,
    ref: string,
    period: { from: string; until: string },
  ) => readLinkedStatement(database, tokens, ref, period),
  recordReceipt: (
    { database, now }: ShopContext,
    author: Author,
    customerId: string,
    receipt: NewReceipt,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => recordReceipt(tx, now(), author, customerId, receipt)),
  recordAdjustment: (
    { database, now }: ShopContext,
    author: Author,
    customerId: string,
    adjustment: NewAdjustment,
    request?: KeyedRequest,
  ) =>
    createOnce(database, request, (tx) =>
      recordAdjustment(tx, now(), author, customerId, adjustment),
    ),
  recordRefund: (
    { database, now }: ShopContext,
    author: Author,
    customerId: string,
    refund: NewRefund,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => recordRefund(tx, now(), author, customerId, refund)),
};
