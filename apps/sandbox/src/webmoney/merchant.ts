import { createHash } from 'node:crypto';
import type { ProviderFaults } from '../faults.ts';
import type { Notification, WebMoneyBook } from './book.ts';
import type { MerchantFault } from './faults.ts';
import type { WebMoneyOptions } from './options.ts';

/** Steps after the payment at which a notification is sent until it is answered with 200. */
const RETRY_STEPS = [0, 1, 2, 4, 8, 16] as const;
/** Steps that `notification-late` waits. */
const LATE_STEPS = 10;
const TIMEOUT_MS = 10_000;

type Fields = Readonly<Record<string, string>>;
type Settings = WebMoneyOptions & { readonly now: () => Date };

/** The merchant interface's calls of the exchange's result URL. */
export interface MerchantCalls {
  /** Asks whether a payment may be made. @returns null if so, else what the exchange answered */
  ask(fields: Fields): Promise<string | null>;
  /** Plans the notification of a payment. */
  plan(operationId: number, fields: Fields): void;
  /** Delivers due notifications and goes on by timer. */
  kick(): void;
  close(): Promise<void>;
}

/** Opens the calls; undelivered notifications are in the book. */
export function openMerchantCalls(book: WebMoneyBook, faults: ProviderFaults<MerchantFault>, settings: Settings): MerchantCalls {
  const stop = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  const { notificationStepMs } = settings.pace;

  const post = async (fields: Fields): Promise<string | null> => {
    try {
      const response = await fetch(settings.resultUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
        redirect: 'error',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const text = await response.text();
      return response.status === 200 ? text : null;
    } catch {
      return null;
    }
  };

  const deliver = async ({ operationId, fields, attempts }: Notification) => {
    if (faults.take('notification-forged'))
      await post({ ...fields, LMI_PAYMENT_AMOUNT: `${fields.LMI_PAYMENT_AMOUNT}0`, LMI_HASH: hashOf(fields, 'guess') });
    const genuine = { ...fields, LMI_HASH: hashOf(fields, settings.merchantSecret) };
    const answers = [await post(genuine), ...(faults.take('notification-twice') ? [await post(genuine)] : [])];
    // Aborted deliveries are repeated after the next start.
    if (stop.signal.aborted) return;
    const step = RETRY_STEPS[attempts + 1];
    const isOver = answers.some((answer) => answer !== null) || step === undefined;
    book.reschedule(operationId, attempts + 1, isOver ? null : new Date(settings.now().getTime() + step * notificationStepMs));
  };

  const kick = () => {
    if (stop.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = null;
    const now = settings.now();
    const { ready, nextMs } = book.due(now);
    for (const one of ready) {
      if (underWay.has(one.operationId)) continue;
      underWay.set(
        one.operationId,
        deliver(one).finally(() => {
          underWay.delete(one.operationId);
          kick();
        }),
      );
    }
    if (ready.length === 0 && nextMs !== null) timer = setTimeout(kick, Math.max(nextMs - now.getTime(), 1));
  };

  return {
    async ask(fields) {
      const answer = await post({ ...fields, LMI_PREREQUEST: '1' });
      return answer === 'YES' ? null : (answer ?? 'the result URL does not answer');
    },
    plan(operationId, fields) {
      if (faults.take('notification-lost')) return;
      const lateMs = faults.take('notification-late') ? LATE_STEPS * notificationStepMs : 0;
      book.plan(operationId, fields, new Date(settings.now().getTime() + lateMs));
    },
    kick,
    async close() {
      stop.abort();
      if (timer) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}

/** `LMI_HASH` of a notification by SHA-256. */
function hashOf(fields: Fields, secret: string): string {
  const { LMI_PAYEE_PURSE, LMI_PAYMENT_AMOUNT, LMI_PAYMENT_NO, LMI_MODE, LMI_SYS_INVS_NO, LMI_SYS_TRANS_NO, LMI_SYS_TRANS_DATE } = fields;
  const paid = [LMI_PAYEE_PURSE, LMI_PAYMENT_AMOUNT, LMI_PAYMENT_NO, LMI_MODE, LMI_SYS_INVS_NO, LMI_SYS_TRANS_NO, LMI_SYS_TRANS_DATE];
  const text = [...paid, secret, fields.LMI_PAYER_PURSE, fields.LMI_PAYER_WM].join('');
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}
