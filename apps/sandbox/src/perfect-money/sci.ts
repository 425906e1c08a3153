import { createHash } from 'node:crypto';
import type { ProviderFaults } from '../faults.ts';
import type { FormFields } from '../page/checkout-page.ts';
import type { ShopFault } from './faults.ts';
import type { Settings } from './options.ts';

/** Steps that `status-late` waits. */
const LATE_STEPS = 10;
const TIMEOUT_MS = 10_000;

/** Calls of the shops' status URLs. A call that fails is not repeated: no promise of the provider is known. */
export interface StatusCalls {
  /** Tells a shop of a payment. */
  send(statusUrl: string, fields: FormFields): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Opens the calls of status URLs. */
export function openStatusCalls(faults: ProviderFaults<ShopFault>, settings: Settings): StatusCalls {
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const post = async (url: string, fields: FormFields): Promise<void> => {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const call = { method: 'POST', body: new URLSearchParams(fields), redirect: 'error', signal } as const;
    await fetch(url, call).then(
      (response) => response.body?.cancel(),
      () => {},
    );
  };
  const deliver = async (url: string, fields: FormFields) => {
    if (faults.take('status-forged'))
      await post(url, { ...fields, PAYMENT_AMOUNT: `1${fields.PAYMENT_AMOUNT}`, V2_HASH: statusHash(fields, 'guess') });
    const genuine = { ...fields, V2_HASH: statusHash(fields, settings.alternatePassphrase) };
    await post(url, genuine);
    if (faults.take('status-twice')) await post(url, genuine);
  };
  return {
    send(statusUrl, fields) {
      if (faults.take('status-lost')) return;
      const lateMs = faults.take('status-late') ? LATE_STEPS * settings.pace.statusStepMs : 0;
      const timer = setTimeout(() => {
        timers.delete(timer);
        const delivery = deliver(statusUrl, fields).finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }, lateMs);
      timers.add(timer);
    },
    async close() {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** `V2_HASH` of a status call. */
function statusHash(fields: FormFields, alternatePassphrase: string): string {
  const { PAYMENT_ID, PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM, PAYER_ACCOUNT, TIMESTAMPGMT } = fields;
  const paid = [PAYMENT_ID || 'NULL', PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM, PAYER_ACCOUNT];
  return md5([...paid, md5(alternatePassphrase), TIMESTAMPGMT].join(':'));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex').toUpperCase();
}
