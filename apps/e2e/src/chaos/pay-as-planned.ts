import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { FAULTS } from '@quydoi/sandbox/networks';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { presentTime } from '../system/clock.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { confirmCheckout, makePayment, makeVoucher, type PaymentDraft, setFault } from '../system/sandbox-client.ts';
import { type AcknowledgedOrder, type OrderState, RETRY_MS, readOrder, submitVoucher, waitForState } from './customer-calls.ts';
import { DROPPED_BLOCK_FAULT } from './payment-behavior.ts';

const SECOND_AFTER_MS = 400;
/** Margin past the end of the timer, because clocks differ. */
const LATE_BY_MS = 1_200;
/** By then an unconfirmed payment has been noticed, or its block was dropped before. */
const UNCONFIRMED_MS_MAX = 5_000;
const DROP_TRIES_MAX = 3;

/** Pays in the planned way. */
export async function payAsPlanned(endpoints: Endpoints, acknowledged: AcknowledgedOrder, state: OrderState, stop: AbortSignal): Promise<void> {
  const { planned, amountSent } = acknowledged;
  if (CURRENCIES[planned.from].isVoucher === true) return payWithVoucher(endpoints, acknowledged, stop);
  const payment: PaymentDraft = {
    rail: simulatedNetwork(planned.from),
    currency: planned.from,
    from: accountOf(planned.from, 'own', planned.n),
    to: state.account,
    amount: formatDecimal(amountSent, CURRENCIES[planned.from].scale),
    memo: state.memo,
  };
  const part = (amountSent * BigInt(planned.perMille)) / 1_000n;
  const of = (amount: bigint) => ({ ...payment, amount: formatDecimal(amount, CURRENCIES[planned.from].scale) });
  switch (planned.behavior) {
    case 'underpaid':
    case 'overpaid':
    case 'within-tolerance':
      return payOnce(endpoints, of(part), stop);
    case 'split':
      await payOnce(endpoints, of(part), stop);
      await sleep(SECOND_AFTER_MS);
      return payOnce(endpoints, of(amountSent - part), stop);
    case 'late':
      await untilTimerIsOver(endpoints, acknowledged, stop);
      return payOnce(endpoints, payment, stop);
    case 'reported-late': {
      const at = presentTime();
      await untilTimerIsOver(endpoints, acknowledged, stop);
      return payOnce(endpoints, { ...payment, at }, stop);
    }
    case 'duplicate':
      await payOnce(endpoints, payment, stop);
      await sleep(SECOND_AFTER_MS);
      return payOnce(endpoints, payment, stop);
    case 'no-memo':
      return payOnce(endpoints, { ...payment, memo: '' }, stop);
    case 'mangled-memo':
      return payOnce(endpoints, { ...payment, memo: mangle(state.memo) }, stop);
    case 'wrong-sender':
      return payOnce(endpoints, { ...payment, from: accountOf(planned.from, 'third-party', planned.n) }, stop);
    case 'third-party':
      await payOnce(endpoints, { ...of(part + 1n), from: accountOf(planned.from, 'third-party', planned.n), memo: 'thank you' }, stop);
      return payOnce(endpoints, payment, stop);
    case 'checkout':
      return payByCheckout(endpoints, payment, state, stop);
    case 'internal-call':
      return payOnce(endpoints, { ...payment, way: 'internal-call' }, stop);
    case 'fake-token':
    case 'fake-decimals':
      await payOnce(endpoints, { ...payment, way: planned.behavior }, stop);
      await sleep(SECOND_AFTER_MS);
      return payOnce(endpoints, payment, stop);
    case 'dropped-block':
      return payInDroppedBlock(endpoints, acknowledged, payment, stop);
    default:
      return payOnce(endpoints, payment, stop);
  }
}

/** Pays by the order's form on the provider's page, which may refuse to: WebMoney does where the exchange does not answer. */
async function payByCheckout(endpoints: Endpoints, { rail, from }: PaymentDraft, { checkout }: OrderState, stop: AbortSignal): Promise<void> {
  if (checkout === null) throw new Error(`an order is paid by ${rail} without a form for its page`);
  while (!stop.aborted) {
    const outcome = await confirmCheckout(endpoints, rail, { ...checkout, payer: from });
    if (outcome !== 'not-made') return;
    await sleep(RETRY_MS);
  }
}

/** Makes a voucher and submits it, or submits it twice at once. One that is made without an answer stays unused: another is made. */
async function payWithVoucher(endpoints: Endpoints, acknowledged: AcknowledgedOrder, stop: AbortSignal): Promise<void> {
  const { planned, amountSent } = acknowledged;
  const { behavior, perMille } = planned;
  if (behavior === 'late') await untilTimerIsOver(endpoints, acknowledged, stop);
  const isOff = behavior === 'underpaid' || behavior === 'overpaid';
  const units = isOff ? (amountSent * BigInt(perMille)) / 1_000n : amountSent;
  const amount = formatDecimal(units, CURRENCIES[planned.from].scale);
  while (!stop.aborted) {
    const voucher = await makeVoucher(endpoints, amount).catch(() => null);
    if (voucher) {
      const submissions = Array.from({ length: behavior === 'duplicate' ? 2 : 1 }, () => submitVoucher(endpoints, acknowledged, voucher, stop));
      await Promise.all(submissions);
      return;
    }
    await sleep(RETRY_MS);
  }
}

/** Pays in a block that the chain drops, and once more when the order is pending again. Retries if the block was dropped before the exchange saw it. */
async function payInDroppedBlock(endpoints: Endpoints, acknowledged: AcknowledgedOrder, payment: PaymentDraft, stop: AbortSignal): Promise<void> {
  const fault = droppedBlockFault(acknowledged.planned.from);
  for (let tries = 0; fault && tries < DROP_TRIES_MAX && !stop.aborted; tries += 1) {
    // While the sandbox is down the fault cannot be switched on: then the payment arrives as usual.
    const isSwitchedOn = await setFault(endpoints, fault.rail, fault.kind, 1).then(
      () => true,
      () => false,
    );
    await payOnce(endpoints, payment, stop);
    if (!isSwitchedOn) return;
    const soon = AbortSignal.any([stop, AbortSignal.timeout(UNCONFIRMED_MS_MAX)]);
    if (await waitForState(endpoints, acknowledged, soon, ({ status }) => status !== 'pending')) break;
  }
  const state = await waitForState(endpoints, acknowledged, stop, ({ status, reason }) => status !== 'verifying_transaction' || reason !== null);
  if (state?.status === 'pending') await payOnce(endpoints, payment, stop);
}

/** A memo as banks pass it on: split, in mixed case, with text around it. */
function mangle(memo: string): string {
  const half = memo.length >> 1;
  return `MBVCB.6034.${memo.slice(0, half).toLowerCase()} ${memo.slice(half)}.CT tu 0071000`;
}

/** Pays once. Without an answer the payment may have been made, so it is not repeated; only a refused connection is retried. */
export async function payOnce(endpoints: Endpoints, draft: PaymentDraft, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const outcome = await makePayment(endpoints, draft);
    if (outcome !== 'not-made') return;
    await sleep(RETRY_MS);
  }
}

async function untilTimerIsOver(endpoints: Endpoints, acknowledged: AcknowledgedOrder, stop: AbortSignal): Promise<void> {
  const answer = await readOrder(endpoints, acknowledged, stop);
  const { TimeCreate = 0, Timer = 0 } = (answer?.body.data ?? {}) as { TimeCreate?: number; Timer?: number };
  const waitMs = (TimeCreate + 1 + Timer) * 1_000 + LATE_BY_MS - presentTime().getTime();
  await sleep(Math.max(0, waitMs), undefined, { signal: stop }).catch(() => {});
}

/** The fault that drops the block of the next payment; undefined on networks without one. */
function droppedBlockFault(code: CurrencyCode) {
  return FAULTS.find((fault) => fault.network === simulatedNetwork(code) && fault.kind === DROPPED_BLOCK_FAULT);
}
