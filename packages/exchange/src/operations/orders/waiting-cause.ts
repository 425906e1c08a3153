import { readFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readAttemptsOf } from '@quydoi/database/repositories/payouts';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import { explainMissing, mayLackMemo } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../../context.ts';
import { confirmByMemos } from '../../first-hand-records.ts';
import { readMemosOf, readOtherMeant } from '../../orders/order-meant.ts';
import { firstHandCursor } from '../../payments/source-outage.ts';

/**
 * Why payments of an order are not confirmed, in plain words for operators. Null when all have a record that tells as much as they do: the payout is
 * sent with the signer's next look. Forged records count here, because only the signer can tell them; it raises `forged_evidence`.
 */
export async function readUnconfirmedCause(ctx: Ctx, order: Order): Promise<string | null> {
  const [payments, settings] = await Promise.all([readPaymentsOf(ctx.orm, order.id), ctx.settings()]);
  const causes: string[] = [];
  // One by one: what is like one payment says nothing of the others.
  for (const payment of payments) {
    const records = await readFirstHandPayments(ctx.orm, [payment]);
    const record = (await confirmByMemos(ctx, [payment], records)).found.get(payment.id);
    if (record && !mayLackMemo(record, payment)) continue;
    const why = record ? 'the signer’s own reading has no memo of it yet' : explainMissing(payment, records);
    causes.push(`payment ${nameOf(payment)}: ${why}${outageOf(settings, payment.network)}`);
  }
  return causes.length === 0 ? null : causes.join('; ');
}

/** Which payments of an order were meant for others that are not paid, in plain words for operators; null when none was. */
export async function readMeantCause(ctx: Ctx, order: Order): Promise<string | null> {
  const causes: string[] = [];
  for (const payment of await readPaymentsOf(ctx.orm, order.id)) {
    const meant = await readOtherMeant(ctx, order, payment, await readMemosOf(ctx, payment));
    if (meant) causes.push(`payment ${nameOf(payment)} was meant for ${meant.shown}`);
  }
  return causes.length === 0 ? null : causes.join('; ');
}

/** Why payments to an order's account are not read, such as stalled finality; null when they are read. */
export async function readUnreadCause(ctx: Ctx, { payInNetwork }: Order): Promise<string | null> {
  const { suspensions } = await ctx.settings();
  const outages = suspensions.filter(
    ({ network, direction, cause, subject }) =>
      network === payInNetwork && direction === 'in' && cause === 'unreachable' && !subject.startsWith(firstHandCursor('')),
  );
  return outages.length === 0 ? null : outages.map(({ detail }) => detail).join('; ');
}

/** At which of several providers an order's payouts stand that are neither settled nor sent anew, in plain words for operators; null when at none. */
export async function readProviderCause(ctx: Ctx, { id }: Order): Promise<string | null> {
  const attempts = await readAttemptsOf(ctx.orm, id);
  const last = attempts.filter(({ payoutId, n }) => !attempts.some((other) => other.payoutId === payoutId && other.n > n));
  const causes = last.flatMap(({ key, provider, state }) => (provider === null || state === 'done' ? [] : [`${key} at ${provider} is ${state}`]));
  return causes.length === 0 ? null : causes.join('; ');
}

function nameOf({ id, reference }: Payment): string {
  return reference === '' ? `${id} without a reference` : reference;
}

/** The trouble of the signer's own reading, if it has any. */
function outageOf({ suspensions }: Settings, network: NetworkCode): string {
  const outage = suspensions.find(
    (one) => one.network === network && one.cause === 'unreachable' && one.direction === 'in' && one.subject.startsWith(firstHandCursor('')),
  );
  return outage ? `, whose list it cannot read: ${outage.detail}` : '';
}
