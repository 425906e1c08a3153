import { useTRPC } from '@quydoi/client/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { serverNowMs } from '../../lib/clock.ts';
import { lastOrderRef, orderKeys, rememberLastRef } from '../../lib/order-keys.ts';
import { useStored } from '../../lib/stored.ts';
import { takeAnswer } from '../order/order-query.ts';
import { ORDER_TURNS, type OrderSummary, orderSummaries, rememberOrder } from '../order/order-summaries.ts';

/** Poll interval of the orders in the list that are not done yet. */
const LIST_POLL_MS = 15_000;

/** The orders created or opened on this device, as last seen: those that need the customer first, then newest first. */
export function useKnownOrders(): readonly OrderSummary[] {
  const summaries = Object.values(useStored(orderSummaries));
  return summaries.sort((a, b) => ORDER_TURNS.indexOf(a.turn) - ORDER_TURNS.indexOf(b.turn) || b.at - a.at);
}

/** References of the orders to ask for: those that are not done, and those of which only the key is known. */
export function useOpenRefs(): readonly string[] {
  const keys = useStored(orderKeys);
  const summaries = useStored(orderSummaries);
  return [...new Set([...Object.keys(keys), ...Object.keys(summaries)])].filter((ref) => summaries[ref]?.turn !== 'done');
}

interface OrderFollowerProps {
  readonly orderRef: string;
  /** Told once the order was asked for, and whether its state was read. */
  readonly onAnswer: (ref: string, wasRead: boolean) => void;
}

/** Polls an order and remembers how it stands. Renders nothing: without an answer it is listed as it was last seen. */
export function OrderFollower({ orderRef, onAnswer }: OrderFollowerProps) {
  const { data, isFetched } = useQuery(
    useTRPC().orders.get.queryOptions({ ref: orderRef }, { refetchInterval: LIST_POLL_MS, structuralSharing: takeAnswer }),
  );
  useEffect(() => {
    if (data) rememberOrder(data, serverNowMs());
    if (isFetched) onAnswer(orderRef, data !== undefined);
  }, [data, isFetched, orderRef, onAnswer]);
  return null;
}

/** Orders requested since the page was opened, with whether their state was read. The remembered state of all others may be out of date. */
export function useAnswers() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, boolean>>(new Map());
  const noteAnswer = useCallback(
    (ref: string, wasRead: boolean) => setAnswers((known) => (known.get(ref) === wasRead ? known : new Map([...known, [ref, wasRead]]))),
    [],
  );
  return { answers, noteAnswer };
}

/** Forgets orders on this device, with their keys. */
export function forgetOrders(refs: readonly string[]): void {
  const without = <T>(known: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(known).filter(([ref]) => !refs.includes(ref)));
  orderKeys.update(without);
  orderSummaries.update(without);
  if (refs.includes(lastOrderRef())) rememberLastRef('');
}
