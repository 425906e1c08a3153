import type { Books } from '../books.ts';
import type { ProviderFaults } from '../faults.ts';
import type { BankPace } from './options.ts';
import type { BankBook, BankTransfer } from './sepay/book.ts';

/** SePay's schedule, which Casso, of which none is known, is given too: steps after the booking at which a webhook is sent until it is answered with 2xx. */
export const RETRY_STEPS = [0, 1, 2, 4, 7, 12, 20, 33] as const;
/** How many steps `webhook-delayed` waits before the first delivery. */
const DELAYED_STEPS = 10;
const DUPLICATES = 10;
/** Concurrent deliveries. */
const CONCURRENT_MAX = 20;

/** Faults of webhooks, which every provider of them has. */
export type WebhookFault = 'webhook-lost' | 'webhook-duplicate' | 'webhook-delayed' | 'webhook-bad-signature';

/** A webhook as it is sent. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Settings of a provider's webhooks. */
export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
  /** Table of the webhooks in the books. */
  readonly table: 'webhook' | 'casso_webhook';
  /** Writes the webhook of a transfer. */
  readonly write: (transfer: BankTransfer, secret: string, now: Date) => WebhookMessage;
  readonly pace: BankPace;
  readonly now: () => Date;
}

/** Delivers the bank's webhooks. Undelivered ones are in the books, so they survive a restart. */
export interface Webhooks {
  /** Schedules the webhook of a transfer that the provider knows from a time on; the caller holds the transaction. */
  plan(transfer: Pick<BankTransfer, 'id'>, fedAt: Date): void;
  /** Delivers due webhooks and continues by timer. Call after the transaction. */
  kick(): void;
  /** Stops deliveries and aborts those in flight; they are repeated after the next start. */
  close(): Promise<void>;
}

/** Opens the webhook delivery. */
export function openWebhooks(books: Books, book: BankBook, faults: ProviderFaults<WebhookFault>, settings: WebhookSettings): Webhooks {
  const { db } = books;
  const { table } = settings;
  db.exec(schemaOf(table));
  const insert = db.prepare(`insert into ${table} (transfer_id, created_ms, attempts, next_ms, state) values (?, ?, 0, ?, ?)`);
  const due = db.prepare(
    `select transfer_id, created_ms, attempts, next_ms from ${table} where state = 'waiting' order by next_ms, transfer_id limit ?`,
  );
  const update = db.prepare(`update ${table} set attempts = ?, next_ms = ?, state = ? where transfer_id = ?`);
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  const stop = new AbortController();

  const settle = (row: Due, isTaken: boolean) => {
    const attempts = row.attempts + 1;
    const step = RETRY_STEPS[attempts];
    if (isTaken) update.run(attempts, null, 'delivered', row.transfer_id);
    else if (step === undefined) update.run(attempts, null, 'failed', row.transfer_id);
    else update.run(attempts, row.created_ms + step * settings.pace.webhookStepMs, 'waiting', row.transfer_id);
  };

  const deliver = async (row: Due) => {
    const transfer = book.byId(row.transfer_id);
    const copies = faults.take('webhook-duplicate') ? DUPLICATES : 1;
    const secret = faults.take('webhook-bad-signature') ? `not ${settings.secret}` : settings.secret;
    const answers = await Promise.all(Array.from({ length: copies }, () => post(settings, secret, transfer, stop.signal)));
    // Aborted deliveries are repeated after the next start.
    if (!stop.signal.aborted || answers.includes(true)) settle(row, answers.includes(true));
  };

  const kick = () => {
    if (stop.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = null;
    const nowMs = settings.now().getTime();
    for (const row of due.all(CONCURRENT_MAX + underWay.size) as unknown as Due[]) {
      if (underWay.has(row.transfer_id)) continue;
      if (underWay.size >= CONCURRENT_MAX) return;
      if (row.next_ms > nowMs) {
        timer = setTimeout(kick, row.next_ms - nowMs);
        return;
      }
      underWay.set(
        row.transfer_id,
        deliver(row).finally(() => {
          underWay.delete(row.transfer_id);
          kick();
        }),
      );
    }
  };

  return {
    plan(transfer, fedAt) {
      const nowMs = Math.max(settings.now().getTime(), fedAt.getTime());
      const isLost = faults.take('webhook-lost');
      const isDelayed = !isLost && faults.take('webhook-delayed');
      const firstMs = nowMs + (isDelayed ? DELAYED_STEPS * settings.pace.webhookStepMs : 0);
      insert.run(transfer.id, firstMs, isLost ? null : firstMs, isLost ? 'lost' : 'waiting');
    },
    kick,
    async close() {
      stop.abort();
      if (timer) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}

interface Due {
  readonly transfer_id: number;
  readonly created_ms: number;
  readonly attempts: number;
  readonly next_ms: number;
}

/** Delivers one webhook. @returns whether the response was 2xx */
async function post(settings: WebhookSettings, secret: string, transfer: BankTransfer | null, stop: AbortSignal): Promise<boolean> {
  if (!transfer) return true;
  const { headers, body } = settings.write(transfer, secret, settings.now());
  try {
    const response = await fetch(settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(settings.pace.webhookTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function schemaOf(table: string): string {
  return `
create table if not exists ${table} (
  transfer_id integer primary key references bank_transfer (id),
  created_ms integer not null,
  attempts integer not null,
  next_ms integer,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'lost'))
) strict;
create index if not exists ${table}_next on ${table} (next_ms) where state = 'waiting';
`;
}
