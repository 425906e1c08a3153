import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput, OrderView } from '@quydoi/contract/orders';
import type { Exchange } from '@quydoi/contract/ports';
import { CURRENCIES, isTradedCode } from '@quydoi/domain/currencies';
import { parseFeeRule } from '@quydoi/domain/fee';
import { parseDecimal } from '@quydoi/domain/money';
import { price } from '@quydoi/domain/quote';
import { parseRate } from '@quydoi/domain/rate';
import { refFromBytes } from '@quydoi/domain/ref';
import { vietQrPayload } from '@quydoi/domain/vietqr';
import { sampleOrders } from './sample-orders.ts';

/** The key of every order. */
export const MOCK_KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
/** A new order is paid and delivered by itself after this long. */
const PAID_AFTER_MS = 12_000;
const DELIVERED_AFTER_MS = 18_000;
const LOOKUP_MS = 3_000;

/** An exchange in memory for looking at the pages: orders pay themselves, samples stand in every state. */
export function createMockExchange(config: () => ConfigView, live: () => LiveView): Exchange {
  const orders = new Map<string, OrderView>(sampleOrders(new Date()).map((order) => [order.ref, order]));
  const asked = new Map<string, number>();

  const find = (ref: string, key: string | null): OrderView => {
    const order = orders.get(ref);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const shown = { ...order, serverTime: new Date() };
    return key === MOCK_KEY || ref.startsWith('SAMPLE')
      ? shown
      : { ...shown, masked: true, actions: [], destination: '•••4567', sender: null, senderBank: null };
  };

  return {
    config: { get: async () => config(), live: async () => live() },
    orders: {
      quote: async () => {
        throw new AppError('NOT_FOUND');
      },
      create: async (_caller, input) => {
        await sleep(600);
        const order = newOrder(input, config());
        orders.set(order.ref, order);
        setTimeout(() => orders.set(order.ref, paid(order)), PAID_AFTER_MS);
        setTimeout(() => orders.set(order.ref, delivered(paid(order))), DELIVERED_AFTER_MS);
        return { ...order, key: MOCK_KEY };
      },
      get: async (caller, { ref }) => find(ref, caller.orderKey),
      act: async (caller, { ref, action }) => {
        const order = find(ref, caller.orderKey);
        if (!order.actions.includes(action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
        const after: OrderView = {
          ...order,
          version: order.version + 1,
          status: 'cancelled',
          reason: 'abandoned',
          actions: [],
          instructions: null,
          finalAt: new Date(),
        };
        orders.set(ref, after);
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
    polled: { order: async (caller, { ref }) => find(ref, caller.orderKey) },
    inbox: { receive: async () => {} },
  };
}

function newOrder(input: CreateOrderInput, config: ConfigView): OrderView {
  const rate = config.rates.find(({ code, kind }) => code === input.to && kind === 'buy');
  const to = input.to;
  if (!rate || !isTradedCode(to)) throw new AppError('CURRENCY_NOT_SUPPORTED');
  if (input.rateVersion !== rate.version) throw new AppError('RATE_CHANGED', {}, { rate: rate.value });
  const quantity = parseDecimal(input.quantity, CURRENCIES[to].scale) ?? 0n;
  const terms = {
    kind: 'buy',
    from: 'vnd',
    to,
    rate: parseRate(rate.value) ?? 1n,
    fee: parseFeeRule(rate, CURRENCIES[to].scale),
    bankFee: 0n,
  } as const;
  const priced = price(terms, quantity);
  const ref = refFromBytes(randomBytes(7));
  const now = new Date();
  return {
    ref,
    kind: 'buy',
    status: 'pending',
    reason: null,
    actions: ['cancel'],
    masked: false,
    version: 1,
    from: 'vnd',
    to,
    quantity,
    amountSent: priced.amountSent,
    amountReceived: priced.amountReceived,
    amountPaid: 0n,
    feeExchange: priced.feeExchange,
    cashAmount: priced.amountSent,
    cashFee: 0n,
    rate: rate.value,
    destination: input.destination,
    destinationBank: null,
    destinationName: 'NGUYEN VAN AN',
    sender: input.sender ?? null,
    senderBank: input.senderBank ?? null,
    instructions: {
      rail: 'bank',
      amount: priced.amountSent,
      account: '0011004567890',
      accountName: 'CONG TY QUY DOI',
      bankCode: 'vcb',
      bankName: 'Vietcombank',
      branch: 'Hà Nội',
      memo: ref,
      qr: vietQrPayload({ bin: '970436', account: '0011004567890', amount: priced.amountSent, memo: ref }),
    },
    payoutReference: null,
    explorerUrl: null,
    events: [{ n: 1, code: 'created', params: {}, at: now }],
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1_800_000),
    finalAt: null,
    retryAt: null,
    timerSeconds: 1800,
    serverTime: now,
  };
}

function paid(order: OrderView): OrderView {
  const at = new Date();
  const events: OrderView['events'] = [
    ...order.events,
    { n: 2, code: 'payment_final', params: { amount: String(order.amountSent), currency: 'vnd' }, at },
    { n: 3, code: 'paid', params: {}, at },
    { n: 4, code: 'payout_started', params: {}, at },
  ];
  return { ...order, version: 2, status: 'delivering', actions: [], instructions: null, amountPaid: order.amountSent, events };
}

function delivered(order: OrderView): OrderView {
  const at = new Date();
  return {
    ...order,
    version: 3,
    status: 'delivered',
    finalAt: at,
    payoutReference: '498213377',
    events: [...order.events, { n: 5, code: 'delivered', params: {}, at }],
  };
}
