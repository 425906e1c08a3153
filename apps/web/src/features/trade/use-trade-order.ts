import { refusalOf } from '@quydoi/client/errors';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { awaitHolderName } from '../../lib/await-holder-name.ts';
import { setServerTime } from '../../lib/clock.ts';
import { newKey } from '../../lib/new-key.ts';
import { rememberLastRef, rememberOrderKey } from '../../lib/order-keys.ts';
import { orderPath } from '../../lib/order-paths.ts';
import { isMember } from '../../lib/session.ts';
import { isTextRecord, stored } from '../../lib/stored.ts';
import { quantityKey, rememberBank, setDraftField } from './draft.ts';

/** Last submitted input (`sent`) and its idempotency key (`key`), per tab. Resubmitting the same input reuses the key. */
const submission = stored<Record<string, string>>('submission', {}, isTextRecord, 'tab');

/** Names what is traded, within the form. */
export function tradeName({ kind, from, to }: Pick<CreateOrderInput, 'kind' | 'from' | 'to'>): string {
  return `${kind} ${from} ${to}`;
}

/** Submits an order and opens its page. Repeated submissions of the same input create one order. @param trade the shown one: an error stays with its own */
export function useTradeOrder(trade: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isSubmitting = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly trade: string; readonly error: Error } | null>(null);

  const open = (order: CreatedOrderView, input: CreateOrderInput) => {
    // Another tab may have submitted another input since.
    submission.update((last) => (last.sent === textOf(input) ? {} : last));
    setServerTime(order.serverTime);
    keepOrder(order);
    const bank = input.senderBank ?? input.destinationBank;
    if (bank) rememberBank(bank);
    setDraftField(quantityKey(input.kind), '');
    setDraftField('coupon', '');
    queries.setQueryData(trpc.orders.get.queryKey({ ref: order.ref }), order);
    navigate(orderPath(order.ref));
  };
  const fail = (error: Error, input: CreateOrderInput) => {
    setFailed({ trade: tradeName(input), error });
    const code = refusalOf(error)?.code;
    // What the browser knew of prices and thresholds is old.
    if (code === 'RATE_CHANGED' || code === 'LOGIN_FOR_AMOUNT') void queries.invalidateQueries(trpc.config.get.queryFilter());
    if (code === 'IDEMPOTENCY_CONFLICT') submission.update(() => ({}));
    if (code === 'KYC_TO_CONTINUE') navigate('/verify');
    // A customer who is asked to log in is no longer logged in.
    if (code === 'LOGIN_FOR_AMOUNT') isMember.update(() => false);
  };
  const submit = async (input: CreateOrderInput) => {
    // A double click can arrive before the busy state is rendered.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setFailed(null);
    try {
      open(await awaitHolderName(() => client.orders.create.mutate(input, { context: { idempotencyKey: keyFor(input) } })), input);
    } catch (failure) {
      // The client throws nothing else.
      fail(failure as Error, input);
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  };
  return { submit, error: failed?.trade === trade ? failed.error : null, busy, clearError: () => setFailed(null) };
}

/** Input without what proves the payer: another code pays the same order, and no device keeps a password. */
function textOf(input: CreateOrderInput): string {
  return JSON.stringify({ ...input, fromBalance: !!input.fromBalance });
}

function keyFor(input: CreateOrderInput): string {
  const text = textOf(input);
  const { sent, key } = submission.get();
  if (sent === text && key !== undefined) return key;
  const fresh = newKey();
  submission.update(() => ({ sent: text, key: fresh }));
  return fresh;
}

function keepOrder(order: CreatedOrderView): void {
  rememberOrderKey(order.ref, order.key);
  rememberLastRef(order.ref);
}
