import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakePorts } from '@quydoi/api/testing/fake-ports';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { OrderView } from '@quydoi/contract/orders';
import type { Exchange } from '@quydoi/contract/ports';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/ref';
import { decided, decisionOf, refundFurther } from './mock-decisions.ts';
import { newOrder } from './new-order.ts';
import { sampleOrders } from './sample-orders.ts';

/** The key of every order. */
export const MOCK_KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
/** A new order is paid and delivered by itself after this long. */
const PAID_AFTER_MS = 12_000;
const DELIVERED_AFTER_MS = 18_000;
const LOOKUP_MS = 3_000;
/** What was decided about a mismatch takes a step this often. */
const DECIDED_STEP_MS = 6_000;

/** An exchange in memory for looking at the pages: orders pay themselves, samples stand in every state. */
export function createMockExchange(config: () => ConfigView, live: () => LiveView): Exchange {
  const orders = new Map<string, OrderView>(sampleOrders(new Date()).map((order) => [order.ref, order]));
  const asked = new Map<string, number>();

  const change = (ref: string, next: (order: OrderView) => OrderView) => {
    const order = orders.get(ref);
    if (order) orders.set(ref, next(order));
  };

  /** What was decided goes its way by itself. */
  const follow = (ref: string) => {
    setTimeout(() => change(ref, (order) => (order.status === 'paid' ? delivering(order) : order)), DECIDED_STEP_MS);
    setTimeout(() => change(ref, (order) => refundFurther(order, new Date())), DECIDED_STEP_MS);
    setTimeout(() => change(ref, (order) => (order.status === 'delivering' ? delivered(order) : order)), 2 * DECIDED_STEP_MS);
    setTimeout(() => change(ref, (order) => refundFurther(order, new Date())), 2 * DECIDED_STEP_MS);
  };

  const find = (ref: string, key: string | null): OrderView => {
    const order = orders.get(ref);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const now = new Date();
    const shown = { ...order, serverTime: now, seen: seenNow(order.seen, now) };
    return key === MOCK_KEY || ref.startsWith('SAMPLE')
      ? shown
      : { ...shown, masked: true, actions: [], destination: '•••4567', sender: null, senderBank: null };
  };

  // Procedures that are not written here answer with the smallest value that their schema accepts.
  const ports = fakePorts(NOUNS.customer, {
    config: { get: async () => config(), live: async () => live() },
    orders: {
      quote: async () => {
        throw new AppError('NOT_FOUND');
      },
      create: async (_caller, input) => {
        await sleep(600);
        const order = newOrder(input, config(), refFromBytes(randomBytes(REF_BYTES)), new Date());
        orders.set(order.ref, order);
        setTimeout(() => change(order.ref, (now) => (now.status === 'pending' ? paid(now) : now)), PAID_AFTER_MS);
        setTimeout(() => change(order.ref, (now) => (now.status === 'delivering' ? delivered(now) : now)), DELIVERED_AFTER_MS);
        return { ...order, key: MOCK_KEY };
      },
      get: async (caller, { ref }) => find(ref, caller.orderKey),
      decision: async (caller, { ref }) => decisionOf(find(ref, caller.orderKey), config(), new Date()),
      act: async (caller, input) => {
        await sleep(600);
        const order = find(input.ref, caller.orderKey);
        if (!order.actions.includes(input.action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
        const after = decided(order, input, config(), new Date());
        orders.set(after.ref, after);
        follow(after.ref);
        return after;
      },
    },
    lookups: {
      accountName: async (_caller, { type, accountNumber }) => {
        const key = `${type}:${accountNumber}`;
        const first = asked.get(key) ?? Date.now();
        asked.set(key, first);
        if (Date.now() - first < LOOKUP_MS) return { accountName: 'WAITING' };
        return { accountName: accountNumber.endsWith('0000') ? 'ACCOUNT_NAME_INVALID' : 'NGUYEN VAN AN' };
      },
    },
    reviews: { create: async () => ({ status: 'pending' }), list: async () => ({ items: live().reviews, nextCursor: null }) },
  });
  return {
    ...ports,
    polled: { order: async (caller, { ref }) => find(ref, caller.orderKey) },
    inbox: { receive: async () => {} },
  };
}

/** A payment that is seen is confirmed over and over again, so that its count can be looked at. */
function seenNow(seen: OrderView['seen'], now: Date): OrderView['seen'] {
  return seen && { ...seen, at: new Date(now.getTime() - (now.getTime() % (seen.needed * seen.blockMs))) };
}

function paid(order: OrderView): OrderView {
  const at = new Date();
  const n = order.events.length;
  const amount = formatDecimal(order.amountSent, CURRENCIES[order.from].scale);
  const events: OrderView['events'] = [
    ...order.events,
    { n: n + 1, code: 'payment_confirmed', params: { amount, currency: order.from }, at },
    { n: n + 2, code: 'paid', params: {}, at },
  ];
  return delivering({ ...order, actions: [], instructions: null, amountPaid: order.amountSent, events });
}

function delivering(order: OrderView): OrderView {
  const events: OrderView['events'] = [...order.events, { n: order.events.length + 1, code: 'payout_started', params: {}, at: new Date() }];
  return { ...order, version: order.version + 1, status: 'delivering', events };
}

function delivered(order: OrderView): OrderView {
  const at = new Date();
  return {
    ...order,
    version: order.version + 1,
    status: 'delivered',
    finalAt: at,
    payoutReference: '498213377',
    events: [...order.events, { n: order.events.length + 1, code: 'delivered', params: {}, at }],
  };
}
