import { Client } from 'pg';

/** Notification channels of the database. */
export type Topic =
  | 'setting'
  | 'webhook'
  | 'order_request'
  | 'deposit'
  | 'withdrawal'
  | 'referral'
  | 'order_to_charge'
  | 'payment'
  | 'payment_claim'
  | 'first_hand'
  | 'payout'
  | 'lookup'
  | 'voucher'
  | 'session'
  | 'orders'
  | 'order_paid';

/** A running subscription. */
export interface Listener {
  close(): Promise<void>;
}

/** Delay before reconnecting. */
const RECONNECT_MS = 500;

/**
 * Subscribes to topics on a dedicated connection, reconnecting until closed. Notifications are hints and may be missed while disconnected, so
 * `onTopic` is also called once per topic after each connect.
 */
export function listen(url: string, topics: readonly Topic[], onTopic: (topic: Topic, payload: string) => void): Listener {
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url, application_name: 'quydoi listen', keepAlive: true });
    fresh.on('notification', (message) => onTopic(message.channel as Topic, message.payload ?? ''));
    fresh.on('error', () => {});
    fresh.on('end', reconnect);
    client = fresh;
    await fresh.connect();
    for (const topic of topics) await fresh.query(`listen ${topic}`);
    for (const topic of topics) onTopic(topic, '');
  }

  function reconnect(): void {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(reconnect);
    }, RECONNECT_MS);
  }

  connect().catch(reconnect);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
