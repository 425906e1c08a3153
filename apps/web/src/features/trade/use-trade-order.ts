import type { CreatedOrderView, CreateOrderInput } from '@quydoi/contract/orders';
import { LOOKUP_POLL_MS } from '@quydoi/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, useApi } from '../../lib/api.ts';
import { rememberLastRef, rememberOrderKey } from '../../lib/order-keys.ts';
import { orderQueryKey } from '../../lib/order-query.ts';
import { CONFIG_KEY } from '../../lib/site-data.ts';
import { isTextRecord, stored } from '../../lib/stored.ts';
import { quantityKey, rememberBank, setDraftField } from './draft.ts';

/** Tries while a name that the order needs is being looked up, each two seconds apart. */
const NAME_TRIES_MAX = 10;

/** The order that was sent last and the key it was sent under: the same order sent again is the same order. */
const submission = stored<Record<string, string>>('submission', {}, isTextRecord);

/** Sends the order, opens its page, and makes sure that one click, however often repeated, makes one order. */
export function useTradeOrder() {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  const open = (order: CreatedOrderView, input: CreateOrderInput) => {
    submission.set({});
    keepOrder(order);
    const bank = input.senderBank ?? input.destinationBank;
    if (bank) rememberBank(bank);
    setDraftField(quantityKey(input.kind), '');
    queries.setQueryData(orderQueryKey(order.ref, order.key), order);
    navigate(`/history/transaction/${order.ref}`);
  };
  const fail = (failure: Error) => {
    setError(failure);
    if (!(failure instanceof ApiError)) return;
    if (failure.code === 'RATE_CHANGED') void queries.invalidateQueries({ queryKey: CONFIG_KEY });
    if (failure.code === 'IDEMPOTENCY_CONFLICT') submission.set({});
    if (failure.code === 'KYC_TO_CONTINUE') navigate('/verify');
  };
  const submit = async (input: CreateOrderInput) => {
    // Two clicks can come before the button is drawn as busy.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      open(await createWithName(() => api.createOrder(input, keyFor(input))), input);
    } catch (failure) {
      fail(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { submit, error, busy, clearError: () => setError(null) };
}

function keyFor(input: CreateOrderInput): string {
  const text = JSON.stringify(input);
  const { sent, key } = submission.get();
  if (sent === text && key !== undefined) return key;
  const fresh = newKey();
  submission.set({ sent: text, key: fresh });
  return fresh;
}

/** 128 random bits as hex; `randomUUID` is missing on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function createWithName(create: () => Promise<CreatedOrderView>): Promise<CreatedOrderView> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      const isWaiting = error instanceof ApiError && error.code === 'ACCOUNT_NAME_WAITING';
      if (!isWaiting || tries >= NAME_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOKUP_POLL_MS));
    }
  }
}

function keepOrder(order: CreatedOrderView): void {
  rememberOrderKey(order.ref, order.key);
  rememberLastRef(order.ref);
}
