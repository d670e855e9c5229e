import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";

const failureTexts: Record<string, string> = {
  connection: "sem conexão",
  timeout: "sem resposta",
  answer: "resposta inesperada",
  incomplete: "um Pix que a loja não consegue ler",
};

/** A sentence for the dashboard while charges could not be sent to the bank. */
export async function describePixProblem(database: Database): Promise<string | undefined> {
  const { rows } = await database.execute<{
    orders: number;
    error: string | null;
    response_status: number | null;
  }>(sql`
    SELECT count(*)::int AS orders, (array_agg(error ORDER BY created_at DESC))[1] AS error,
      (array_agg(response_status ORDER BY created_at DESC))[1] AS response_status
    FROM outbox WHERE kind = 'pix' AND sent_at IS NULL AND error IS NOT NULL AND EXISTS (SELECT FROM pix_provider)`);
  const [{ orders, error, response_status } = { orders: 0, error: null, response_status: null }] =
    rows;
  if (orders === 0) return undefined;
  const reason =
    failureTexts[error ?? ""] ?? (response_status ? `resposta ${response_status}` : "erro");
  const count = orders === 1 ? "um pedido" : `${orders} pedidos`;
  return `O Pix que se confirma sozinho está parado em ${count}: o banco não atendeu (${reason}). Os clientes pagam pelo código fixo da loja; confira no banco e marque como pago.`;
}
