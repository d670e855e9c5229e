import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { outbox } from "./table.ts";

export type MessageKind = (typeof outbox.$inferSelect)["kind"];

/** Whom a message goes to: a webhook, a device, or for mails the mail server. */
export type Receiver = { kind: MessageKind; receiver: string | null };

/** A message claimed by this process; `attempts` includes the current one, and `payload` is JSON. */
export type Message = Receiver & {
  id: string;
  event: string;
  order_id: string | null;
  payload: string | null;
  attempts: number;
};

/** The result of an attempt. `error` is shown and logged, so it contains no personal data. */
export type Attempt =
  | { result: "sent"; status?: number }
  /** Repeated later. An unreachable receiver gets no other message for a while. */
  | { result: "failed"; error: string; status?: number | undefined; isUnreachable?: boolean }
  /** Not repeated. */
  | { result: "rejected"; error: string; status?: number | undefined }
  /** The reason for the message is gone: it is deleted, so that a later change can queue it again. */
  | { result: "obsolete" };

/** How long a message is repeated; later it is useless. */
const retryHours: Record<MessageKind, number> = { mail: 72, webhook: 24, push: 1 };
/** Longer than an attempt takes. */
const leaseSeconds = 120;

const isDue = sql`sent_at IS NULL AND next_attempt_at <= now()`;

/** Receivers with a message that is due. Messages of disabled webhooks wait. One look at the index for each receiver. */
export async function listDueReceivers(database: Database): Promise<Receiver[]> {
  const { rows } = await database.execute<Receiver>(sql`
    SELECT * FROM (
      SELECT 'mail' AS kind, NULL::uuid AS receiver
      UNION ALL SELECT 'push', id FROM push_subscriptions
      UNION ALL SELECT 'webhook', id FROM webhooks WHERE enabled
    ) AS one
    WHERE EXISTS (
      SELECT FROM outbox WHERE outbox.kind = one.kind AND outbox.receiver = one.receiver AND ${isDue}
    ) OR one.kind = 'mail' AND EXISTS (
      SELECT FROM outbox WHERE kind = 'mail' AND receiver IS NULL AND ${isDue})`);
  return rows;
}

/**
 * Claims the message that is due first for the receiver, or undefined. No other process claims it during the lease; a message
 * whose process ends before it has a result is claimed again, so that each is sent at least once.
 */
export function claimMessage(
  database: Database,
  { kind, receiver }: Receiver,
): Promise<Message | undefined> {
  const isOfReceiver = receiver ? eq(outbox.receiver, receiver) : isNull(outbox.receiver);
  return claim(
    database,
    sql`(SELECT id FROM outbox WHERE kind = ${kind} AND ${isOfReceiver} AND ${isDue}
        AND NOT EXISTS (SELECT FROM webhooks WHERE webhooks.id = receiver AND NOT enabled)
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
  );
}

/** Claims a message for one more attempt, also when it was sent or given up; undefined when the receiver has no such one. */
export function claimAgain(
  database: Database,
  receiver: string,
  id: string,
): Promise<Message | undefined> {
  return claim(database, sql`${id}::uuid AND receiver = ${receiver}`);
}

async function claim(database: Database, id: SQL): Promise<Message | undefined> {
  const { rows } = await database.execute<Message>(sql`
    UPDATE outbox SET sent_at = NULL, attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${id}
    RETURNING id, kind, event, receiver, order_id, payload::text, attempts`);
  return rows[0];
}

/** Seconds until the next attempt: 10 s, doubled each time up to an hour, each with some variation. */
export function retryDelaySeconds(attempts: number, random = Math.random()): number {
  return Math.min(3600, 10 * 2 ** Math.min(attempts - 1, 20)) * (0.8 + 0.4 * random);
}

/** Stores the result of an attempt. */
export async function storeAttempt(
  database: Database,
  { id, kind, attempts }: Pick<Message, "id" | "kind" | "attempts">,
  attempt: Attempt,
): Promise<void> {
  const isMessage = eq(outbox.id, id);
  if (attempt.result === "obsolete") return void (await database.delete(outbox).where(isMessage));
  const response_status = attempt.status ?? null;
  if (attempt.result === "sent") {
    const sent = { sent_at: sql`now()`, next_attempt_at: null, response_status, error: null };
    return void (await database.update(outbox).set(sent).where(isMessage));
  }
  const next = sql`now() + make_interval(secs => ${retryDelaySeconds(attempts)}::float8)`;
  const end = sql`created_at + make_interval(hours => ${retryHours[kind]})`;
  const next_attempt_at =
    attempt.result === "failed" ? sql`CASE WHEN ${next} < ${end} THEN ${next} END` : null;
  const failed = { response_status, error: attempt.error, next_attempt_at };
  // Another process may have sent it after the lease.
  await database
    .update(outbox)
    .set(failed)
    .where(and(isMessage, isNull(outbox.sent_at)));
}

export type OutboxFigures = {
  kind: MessageKind;
  waiting: number;
  /** Given up in the last 30 days. */
  failed: number;
  /** Age of the oldest waiting message; 0 without one. */
  oldest_seconds: number;
};

/** One entry per kind, also for kinds without messages. */
export async function countMessages(database: Database): Promise<OutboxFigures[]> {
  const { rows } = await database.execute<OutboxFigures>(sql`
    SELECT kinds.kind, count(next_attempt_at)::int AS waiting,
      (count(id) - count(next_attempt_at))::int AS failed,
      coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE next_attempt_at IS NOT NULL)), 0)::float8
        AS oldest_seconds
    FROM unnest(ARRAY['mail', 'webhook', 'push']) AS kinds (kind)
      LEFT JOIN outbox ON outbox.kind = kinds.kind AND sent_at IS NULL
    GROUP BY kinds.kind`);
  return rows;
}

/** Deletes the messages of a deleted webhook or device. */
export async function deleteMessages(database: Database, receiver: string): Promise<void> {
  await database.delete(outbox).where(eq(outbox.receiver, receiver));
}

/** Deletes messages after 30 days. */
export async function expireMessages(database: Database): Promise<void> {
  await database.execute(sql`DELETE FROM outbox WHERE created_at < now() - interval '30 days'`);
}
