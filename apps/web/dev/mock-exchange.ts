import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakePorts } from '@quydoi/api/testing/fake-ports';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Exchange } from '@quydoi/contract/ports';
import { CLAIM_REPLY_MINUTES, CLAIMS_MAX } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { listOf, mockAccounts } from './mock-accounts.ts';
import { findMockAvatar } from './mock-avatars.ts';
import { mockCoupon } from './mock-coupons.ts';
import { advanceRefund, applyAction, decisionOf } from './mock-decisions.ts';
import { mockDeliveries } from './mock-deliveries.ts';
import { mockDestinations } from './mock-destinations.ts';
import { mockIdentity } from './mock-identity.ts';
import { findMockPicture, mockNews } from './mock-news.ts';
import { mockPriceChart } from './mock-prices.ts';
import { refuseWrong, refuseWrongCode } from './mock-security.ts';
import { mockVouchers } from './mock-vouchers.ts';
import { mockWallet } from './mock-wallet.ts';
import { newOrder, UNKNOWN_END } from './new-order.ts';
import { sampleOrders } from './sample-orders.ts';

/** Order key that grants full access to every mock order. */
export const MOCK_KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
/** Delay after which a paid order is delivered automatically. */
const DELIVERED_MS = 6_000;
const LOOKUP_MS = 3_000;
/** End of the accounts of somebody else. */
const OTHERS_END = '8888';
/** Interval at which an order advances after the customer's decision. */
const DECIDED_STEP_MS = 6_000;

/**
 * In-memory exchange for viewing the pages: new orders are paid automatically, and sample orders cover every state.
 * @param paidAfterMs delay after which a new order is paid, in milliseconds
 */
export function createMockExchange(config: () => ConfigView, live: () => LiveView, paidAfterMs: number): Exchange {
  const orders = new Map<string, OrderView>(sampleOrders(new Date()).map((order) => [order.ref, order]));
  /** References of created orders by the idempotency key of their request. */
  const repeated = new Map<string, string>();
  /** Time of the first request by `type:account`, in milliseconds. */
  const firstAskedAt = new Map<string, number>();

  const update = (ref: string, next: (order: OrderView) => OrderView) => {
    const order = orders.get(ref);
    if (order) orders.set(ref, next(order));
  };

  /** Pays an order that awaits it, and has it delivered. */
  const pay = (ref: string) => {
    update(ref, (order) => (order.status === 'pending' || order.reason === 'underpaid' ? paid(order) : order));
    setTimeout(() => update(ref, (order) => (order.status === 'delivering' ? delivered(order) : order)), DELIVERED_MS);
  };

  /** Schedules the steps that follow a customer's decision. */
  const scheduleProgress = (ref: string) => {
    setTimeout(() => update(ref, (order) => (order.status === 'paid' ? delivering(order) : order)), DECIDED_STEP_MS);
    setTimeout(() => update(ref, (order) => advanceRefund(order, new Date())), DECIDED_STEP_MS);
    setTimeout(() => update(ref, (order) => (order.status === 'delivering' ? delivered(order) : order)), 2 * DECIDED_STEP_MS);
    setTimeout(() => update(ref, (order) => advanceRefund(order, new Date())), 2 * DECIDED_STEP_MS);
  };

  const find = (ref: string, key: string | null): OrderView => {
    const order = orders.get(ref);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const now = new Date();
    const shown = { ...order, serverTime: now, seen: restartConfirmations(order.seen, now) };
    return key === MOCK_KEY || ref.startsWith('SAMPLE')
      ? shown
      : {
          ...shown,
          masked: true,
          actions: order.actions.filter((action) => action === 'submitVoucher'),
          destination: '•••4567',
          sender: null,
          senderBank: null,
        };
  };

  // Procedures that are not written here answer with the smallest value that their schema accepts.
  const ports = fakePorts(NOUNS.customer, {
    config: {
      get: async () => config(),
      live: async () => live(),
      priceChart: async (_caller, input) => mockPriceChart(input, new Date()),
      deliveries: async () => mockDeliveries(new Date()),
    },
    orders: {
      quote: async () => {
        throw new AppError('NOT_FOUND');
      },
      checkCoupon: async (_caller, input) => mockCoupon(input),
      create: async ({ idempotencyKey }, input) => {
        await sleep(600);
        const earlier = orders.get(repeated.get(idempotencyKey ?? '') ?? '');
        if (earlier) return { ...earlier, key: MOCK_KEY };
        refusePayer(input);
        const order = newOrder(input, config(), refFromBytes(randomBytes(REF_BYTES)), new Date());
        orders.set(order.ref, order);
        if (idempotencyKey !== null) repeated.set(idempotencyKey, order.ref);
        // Whoever pays by a voucher submits it.
        if (!order.vouchers) setTimeout(() => pay(order.ref), paidAfterMs);
        return { ...order, key: MOCK_KEY };
      },
      get: async (caller, { ref }) => find(ref, caller.orderKey),
      list: async ({ principal }, input) => listOf([...orders.values()], principal, input),
      decision: async (caller, { ref }) => decisionOf(find(ref, caller.orderKey), config(), new Date()),
      act: async (caller, input) => {
        await sleep(600);
        const order = find(input.ref, caller.orderKey);
        if (!order.actions.includes(input.action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
        const after = applyAction(order, input, config(), new Date());
        orders.set(after.ref, after);
        scheduleProgress(after.ref);
        return after;
      },
    },
    claims: {
      create: async (caller, { ref }) => {
        await sleep(600);
        const order = find(ref, caller.orderKey);
        const claimed = order.events.filter(({ code }) => code === 'claim_received').length + 1;
        if (claimed > CLAIMS_MAX) throw new AppError('TOO_MANY_CLAIMS', { n: String(CLAIMS_MAX) });
        update(ref, withClaimEvent('claim_received'));
        setTimeout(() => update(ref, withClaimEvent('claim_not_found')), DECIDED_STEP_MS);
        return { left: CLAIMS_MAX - claimed, replyMinutes: CLAIM_REPLY_MINUTES };
      },
    },
    vouchers: mockVouchers({ find, update, pay }),
    lookups: {
      accountName: async (_caller, { type, accountNumber }) => {
        if (accountNumber.endsWith(UNKNOWN_END)) throw new AppError('LOOKUP_UNAVAILABLE');
        const key = `${type}:${accountNumber}`;
        const first = firstAskedAt.get(key) ?? Date.now();
        firstAskedAt.set(key, first);
        if (Date.now() - first < LOOKUP_MS) return { accountName: 'WAITING' };
        return {
          accountName: accountNumber.endsWith('0000')
            ? 'ACCOUNT_NAME_INVALID'
            : accountNumber.endsWith(OTHERS_END)
              ? 'TRAN THI BINH'
              : 'NGUYEN VAN AN',
        };
      },
    },
    accounts: mockAccounts,
    identity: mockIdentity(),
    destinations: mockDestinations(),
    wallet: mockWallet(),
    news: mockNews,
    reviews: { create: async () => ({ status: 'pending' }), list: async () => ({ items: live().reviews, nextCursor: null }) },
  });
  return {
    ...ports,
    polled: { order: async (caller, { ref }) => find(ref, caller.orderKey) },
    pictures: { avatar: findMockAvatar, article: findMockPicture },
    webhooks: { receive: async () => null },
  };
}

/** Refuses to pay from the balance without what only its owner has. @throws AppError CREDENTIALS_INVALID, CODE_INVALID, CODE_USED */
function refusePayer({ fromBalance }: CreateOrderInput): void {
  if (fromBalance?.password !== undefined) refuseWrong(fromBalance.password);
  if (fromBalance?.code !== undefined) refuseWrongCode(fromBalance.code);
}

/** The order with an event of its customer's claim in its log. */
function withClaimEvent(code: 'claim_received' | 'claim_not_found'): (order: OrderView) => OrderView {
  return (order) => {
    const event = { n: order.events.length + 1, code, params: {}, at: new Date() };
    return { ...order, version: order.version + 1, events: [...order.events, event] };
  };
}

/** Restarts the confirmation count of an unconfirmed payment each time it completes, so that it can be watched. */
function restartConfirmations(seen: OrderView['seen'], now: Date): OrderView['seen'] {
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
  return delivering({ ...order, reason: null, actions: [], instructions: null, amountPaid: order.amountSent, events });
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
