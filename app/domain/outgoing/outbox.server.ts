import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { outbox } from "#app/domain/kernel/table.ts";
import type { Database } from "#app/platform/database/database.ts";

export type MessageKind = (typeof outbox.$inferSelect)["kind"];

/** Whom a message goes to: a webhook, a device, for mails the mail server, for charges the bank. */
export type Receiver = { kind: MessageKind; receiver: string | null };

/** A message claimed by this process; `attempts` includes the current one, and `payload` is JSON. */
export type Message = Receiver & {
  id: string;
  event: string;
  order_id: string | null;
  payload: string | null;
  attempts: number;
  /** The time of the entry; later than that of the claim when the message was queued again meanwhile. */
  created_at: string;
};

/** The result of an attempt. `error` is shown and logged, so it contains no personal data. */
export type Attempt =
  | { result: "sent"; status?: number }
  /** Repeated later. An unreachable receiver gets no other message for a while. */
  | { result: "failed"; error: string; status?: number | undefined; isUnreachable?: boolean }
  /** The message is not repeated. */
  | { result: "rejected"; error: string; status?: number | undefined }
  /** The reason for the message is gone: it is deleted, so that a later change can queue it again. */
  | { result: "obsolete" };

/** The hours for which a message is repeated; later it is useless. */
const retryHours: Record<MessageKind, number> = {
  mail: 72,
  webhook: 24,
  push: 1,
  pix: 72,
};
/** A charge is soon needed, and while the bank is down only one message tries it at a time. */
const maxRetrySeconds: Record<MessageKind, number> = {
  mail: 3600,
  webhook: 3600,
  push: 3600,
  pix: 60,
};
/** Longer than an attempt takes. */
const leaseSeconds = 120;

const isDue = sql`sent_at IS NULL AND next_attempt_at <= now()`;

/** Receivers with a message that is due. Messages of disabled webhooks wait. One look at the index for each receiver. */
export async function listDueReceivers(database: Database): Promise<Receiver[]> {
  const { rows } = await database.execute<Receiver>(sql`
    SELECT * FROM (
      SELECT 'mail' AS kind, NULL::uuid AS receiver
      UNION ALL SELECT 'pix', NULL FROM pix_provider
      UNION ALL SELECT 'push', id FROM push_subscriptions
      UNION ALL SELECT 'webhook', id FROM webhooks WHERE enabled
    ) AS one
    WHERE EXISTS (
      SELECT FROM outbox WHERE outbox.kind = one.kind AND outbox.receiver = one.receiver AND ${isDue}
    ) OR one.receiver IS NULL AND EXISTS (
      SELECT FROM outbox WHERE outbox.kind = one.kind AND outbox.receiver IS NULL AND ${isDue})`);
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
    RETURNING id, kind, event, receiver, order_id, payload::text, attempts, created_at::text`);
  return rows[0];
}

/** Seconds until the next attempt: 10 s, doubled each time up to a limit, each with some variation. */
export function retryDelaySeconds(
  attempts: number,
  random = Math.random(),
  maxSeconds = maxRetrySeconds.webhook,
): number {
  return Math.min(maxSeconds, 10 * 2 ** Math.min(attempts - 1, 20)) * (0.8 + 0.4 * random);
}

/** Stores the result of an attempt. A message that was queued again during the attempt is due at once. */
export async function storeAttempt(
  database: Database,
  { id, kind, attempts, created_at }: Pick<Message, "id" | "kind" | "attempts" | "created_at">,
  attempt: Attempt,
): Promise<void> {
  const isMessage = and(eq(outbox.id, id), sql`${outbox.created_at} = ${created_at}::timestamptz`);
  await storeResult(database, { isMessage, kind, attempts }, attempt);
  if (kind !== "pix") return;
  await database
    .update(outbox)
    .set({ next_attempt_at: sql`now()` })
    .where(and(eq(outbox.id, id), sql`${outbox.created_at} > ${created_at}::timestamptz`));
}

async function storeResult(
  database: Database,
  {
    isMessage,
    kind,
    attempts,
  }: { isMessage: SQL | undefined } & Pick<Message, "kind" | "attempts">,
  attempt: Attempt,
): Promise<void> {
  if (attempt.result === "obsolete") return void (await database.delete(outbox).where(isMessage));
  const response_status = attempt.status ?? null;
  if (attempt.result === "sent") {
    const sent = { sent_at: sql`now()`, next_attempt_at: null, response_status, error: null };
    return void (await database.update(outbox).set(sent).where(isMessage));
  }
  const delay = retryDelaySeconds(attempts, Math.random(), maxRetrySeconds[kind]);
  const next = sql`now() + make_interval(secs => ${delay}::float8)`;
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
  /** The messages that were given up in the last 30 days. */
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
    FROM unnest(ARRAY['mail', 'webhook', 'push', 'pix']) AS kinds (kind)
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
