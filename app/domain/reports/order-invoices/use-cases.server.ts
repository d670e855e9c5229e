import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { readInvoice } from "./queries.server.ts";

/** Orders for who issues invoices. */
export const orderInvoices = toUseCases(["database"], { read: readInvoice });
