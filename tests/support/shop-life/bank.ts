import { settings } from "#app/domain/company/table.ts";
import { claimMessage, storeAttempt } from "#app/domain/outgoing/outbox.server.ts";
import { installPixBank } from "#app/domain/outgoing/pix/commands.server.ts";
import { sendPixCharge } from "#app/domain/outgoing/pix/reconcile.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { createPixBank } from "#app/platform/pix/bank.ts";
import { toCents } from "#app/shared/money.ts";
import { startPixBank } from "#tests/support/pix-bank.ts";
import { testLog } from "#tests/support/rows.ts";
import type { LifeBank } from "./life.ts";

type OpenedBank = LifeBank & {
  /** Begins without charges, as the bank of a shop that has just been connected with it. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A bank that is asked and answers only when a step says so. */
export async function openLifeBank(database: Database): Promise<OpenedBank> {
  const server = await startPixBank();
  server.callbacks = 0;
  const bank = createPixBank(server.settings, testLog);
  return {
    listCharges: () =>
      [...server.charges.values()].map(({ txid, pix = [] }) => ({
        txid,
        pix: pix.map(({ endToEndId, valor, devolucoes = [] }) => ({
          id: endToEndId,
          kept: devolucoes.reduce((rest, one) => rest - toCents(one.valor), toCents(valor)) / 100,
        })),
      })),
    pay: (txid, amount) => server.pay(txid, amount?.toFixed(2)),
    giveBack: (pixId, amount) => server.giveBack(pixId, amount.toFixed(2)),
    async exchange() {
      for (;;) {
        const message = await claimMessage(database, { kind: "pix", receiver: null });
        if (!message) return;
        const attempt = await sendPixCharge(database, bank, new Date(), message);
        if (attempt.result !== "sent") throw new Error(`the bank: ${JSON.stringify(attempt)}`);
        await storeAttempt(database, message, attempt);
      }
    },
    async reset() {
      server.charges.clear();
      const pix = {
        key: "contato@pomar.com.br",
        merchant_name: "Pomar",
        merchant_city: "Campinas",
      };
      await database.update(settings).set({ pix });
      await installPixBank(database, { isSet: true, isAlone: true });
    },
    async stop() {
      bank.close();
      await server.stop();
    },
  };
}
