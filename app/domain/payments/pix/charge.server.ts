import { encode } from "uqr";
import type { PaymentTerms } from "#app/domain/payments/methods.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { toAmount } from "#app/shared/money.ts";
import { showBankCharge } from "./bank-charges.server.ts";
import { findPixMethod, isPixPayable, pixPayload, pixRecipient } from "./rules.ts";
import type { PixCharge, PixSettings } from "./schema.ts";

type PixShop = {
  pix: PixSettings | null;
  payment_methods: readonly string[] | null;
  payment_terms: Readonly<Record<string, PaymentTerms>>;
};

type ChargedOrder = Parameters<typeof isPixPayable>[0] & { numero_pedido: number };

/** The Pix code of what is open of an order; null when it cannot be paid by Pix now. */
export function createPixCharge(order: ChargedOrder, shop: PixShop): PixCharge | null {
  if (!isPixPayable(order)) return null;
  const amount = toAmount(openCents(order));
  return createPixCode(shop, { amount, txid: `PED${order.numero_pedido}` });
}

/** The Pix code of an amount in BRL; null where the shop does not accept Pix. */
export function createPixCode(
  { pix, payment_methods, payment_terms }: PixShop,
  { amount, txid }: { amount: number; txid: string },
): PixCharge | null {
  const isAccepted = findPixMethod(payment_methods, payment_terms) !== undefined;
  const code = pix && isAccepted && pixPayload(pix, { amount, txid });
  return code
    ? { code, amount, recipient: pixRecipient(pix).name, qr_code: drawQrCode(code) }
    : null;
}

/**
 * A `createPixCharge` with the code of the bank's charge where there is one of the same amount, whose payment confirms itself.
 * Otherwise the bank is asked for one, and the code is the shop's own meanwhile.
 */
export async function offerPixCharge(
  database: Database,
  order: ChargedOrder & { id: string },
  shop: PixShop,
): Promise<PixCharge | null> {
  const charge = createPixCharge(order, shop);
  if (!charge) return null;
  const code = await showBankCharge(database, order.id, charge.amount);
  return code === undefined ? charge : { ...charge, code, qr_code: drawQrCode(code) };
}

/** Four modules of white around the code are part of the standard. */
const quietZone = 4;

/** One SVG path of all dark modules, in a square of `size`. */
function drawQrCode(text: string): PixCharge["qr_code"] {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const path = data.flatMap((row, y) =>
    darkRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size, path: path.join("") };
}

/** Start and length of each run of dark modules. */
function darkRuns(row: boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) runs.push([x, 1]);
  });
  return runs;
}
