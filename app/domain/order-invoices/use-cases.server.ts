import { onDatabase } from "#app/domain/kernel/use-case.server.ts";
import { readInvoice } from "./queries.server.ts";

/** Orders for who issues invoices. */
export const orderInvoices = onDatabase({ read: readInvoice });
