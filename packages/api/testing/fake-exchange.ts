import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { ActInput, CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { QuoteView } from '@quydoi/contract/orders/quote';
import type { Exchange, WebhookInput } from '@quydoi/contract/ports';
import { type CreateReviewInput, isEmail } from '@quydoi/contract/reviews';
import { isTradedCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { checkReview } from '@quydoi/domain/review';
import { fakePorts } from './fake-ports.ts';
import {
  ACCOUNT_EXPORT_VIEW,
  ARTICLE_PICTURE,
  BUY_VIEW,
  COIN_TRANSACTIONS_VIEW,
  CONFIG_VIEW,
  CUSTOMER_VIEW,
  DECISION_VIEW,
  EX_VIEW,
  LIVE_VIEW,
  NOW,
  ORDER_LIST_VIEW,
  QUOTE_VIEW,
  REVIEW_VIEW,
  SEEN_VIEW,
  SELL_VIEW,
  UNDERPAID_VIEW,
  WALLET_VIEW,
} from './views.ts';

/** The key that opens each of the fake's orders. */
export const ORDER_KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
/** Bearer token of the session that a login at the fake begins. */
export const SESSION_TOKEN = 'gGpYx0Bq2JtHvW8cR4sKdLmN6fZaXe1u.k7Yw2mE0vQx5sT1uR9oPbA';
/** Challenge of a login at the fake that wants a code. */
export const CHALLENGE = 'of-a-login';
/** Password of such a login. */
export const CODE_WANTED = 'a code is wanted';
/** The header value that the fake's webhook source signs with. */
export const WEBHOOK_SIGNATURE = 'genuine';
/** Body of the question that the fake exchange answers with YES. */
export const WEBHOOK_QUESTION = 'ask=1';

/** What stands for a picture. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff]);
/** Decimals that the fake accepts in a quantity. */
const QUANTITY_SCALE = 6;
const ORDERS: readonly OrderView[] = [BUY_VIEW, SELL_VIEW, EX_VIEW, UNDERPAID_VIEW, SEEN_VIEW];

/** A call that reached the exchange. */
export interface SeenCall {
  readonly verb: string;
  readonly caller: Caller;
  readonly input: unknown;
}

/** An exchange of a few orders that remembers who called it. */
export interface FakeExchange extends Exchange {
  readonly calls: SeenCall[];
  readonly received: WebhookInput[];
  /** Makes the next call of a verb fail with whatever is given. */
  failNext(verb: string, thrown: unknown): void;
}

/** Answers as the contract says, from memory. */
export function createFakeExchange(): FakeExchange {
  const calls: SeenCall[] = [];
  const received: WebhookInput[] = [];
  const failures = new Map<string, { readonly thrown: unknown }>();

  function fail(verb: string): void {
    const failure = failures.get(verb);
    failures.delete(verb);
    if (failure !== undefined) throw failure.thrown;
  }

  /** Notes each call, and fails it when a test asked for that. */
  const recorded = (path: string, useCase: (caller: Caller, input: never) => unknown) => async (caller: Caller, input: unknown) => {
    calls.push({ verb: path, caller, input });
    fail(path);
    return useCase(caller, input as never);
  };
  const ports = fakePorts(
    NOUNS.customer,
    {
      config: { get: async () => CONFIG_VIEW, live: async () => LIVE_VIEW },
      orders: {
        quote: async (_caller, input) => quote(input.from, input.to, input.quantity ?? ''),
        create: async (_caller, input) => create(input),
        get: async (caller, input) => find(caller, input.ref),
        list: async (_caller, { kind, offset, limit }) => ({ ...ORDER_LIST_VIEW, total: kind === undefined ? 2 : null, offset, limit }),
        act: async (caller, input) => act(find(caller, input.ref), input),
        decision: async (caller, input) => ({ ...DECISION_VIEW, missing: find(caller, input.ref).amountSent - 1_000_000n }),
      },
      lookups: { accountName: async (_caller, input) => ({ accountName: nameOf(input.accountNumber) }) },
      vouchers: {
        submit: async () => ({ state: 'accepted', left: 5 }),
        reveal: async () => ({ vouchers: [{ number: '0123456789', code: '0011223344556677', amount: 1_000n }] }),
        check: async (_caller, input) => ({ number: input.number, amount: 1_000n, createdAt: NOW, used: null }),
      },
      accounts: {
        login: async (_caller, { password }) => {
          if (password === 'wrong word 1') throw new AppError('CREDENTIALS_INVALID');
          if (password === CODE_WANTED) return { challenge: CHALLENGE, expiresAt: NOW, twoFactor: 'authenticator', sentTo: null };
          return { token: SESSION_TOKEN, expiresAt: NOW };
        },
        loginWithCode: async () => ({ token: SESSION_TOKEN, expiresAt: NOW }),
        changePassword: async () => ({ token: SESSION_TOKEN, expiresAt: NOW }),
        activateTwoFactor: async () => ({ token: SESSION_TOKEN, expiresAt: NOW, recoveryCodes: ['7KQ2M-9XR4B'] }),
        me: async () => CUSTOMER_VIEW,
        exportData: async () => ACCOUNT_EXPORT_VIEW,
      },
      wallet: { get: async () => WALLET_VIEW, coinTransactions: async () => COIN_TRANSACTIONS_VIEW },
      reviews: { create: async (_caller, input) => review(input), list: async () => ({ items: [REVIEW_VIEW], nextCursor: null }) },
    },
    recorded,
  );

  return {
    calls,
    received,
    failNext: (name, thrown) => void failures.set(name, { thrown }),
    ...ports,
    polled: { order: recorded('polled.order', (caller, input: { readonly ref: string }) => find(caller, input.ref)) as Exchange['polled']['order'] },
    pictures: {
      article: async (hash) => (ARTICLE_PICTURE.includes(hash) ? JPEG : null),
      avatar: async ({ principal }, id) => (principal.kind === 'customer' && CUSTOMER_VIEW.avatar?.endsWith(`/${id}`) ? JPEG : null),
    },
    webhooks: {
      receive: async (input) => {
        fail('webhooks.receive');
        if (input.source !== 'sepay') throw new AppError('NOT_FOUND');
        if (input.headers['x-signature'] !== WEBHOOK_SIGNATURE) throw new AppError('SIGNATURE_INVALID');
        received.push(input);
        return input.body === WEBHOOK_QUESTION ? 'YES' : null;
      },
    },
  };
}

function find(caller: Caller, ref: string): OrderView {
  const view = ORDERS.find((order) => order.ref === ref);
  if (view === undefined) throw new AppError('ORDER_NOT_FOUND');
  if (caller.orderKey === ORDER_KEY) return view;
  return {
    ...view,
    masked: true,
    actions: view.actions.filter((action) => action === 'review'),
    destination: '•••',
    destinationName: null,
    isNameTyped: false,
    sender: null,
    senderBank: null,
  };
}

function act(view: OrderView, { action, offer, destination, destinationBank }: ActInput): OrderView {
  if (view.masked || !view.actions.includes(action)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const after = (code: OrderView['events'][number]['code']): OrderView['events'] => [...view.events, { n: 2, code, params: {}, at: NOW }];
  switch (action) {
    case 'cancel':
      return { ...view, status: 'cancelled', reason: 'abandoned', actions: [], instructions: null, events: after('abandoned') };
    case 'acceptRecalculation':
      if (offer !== DECISION_VIEW.recalculation?.offer) throw new AppError('RATE_CHANGED');
      return { ...view, status: 'paid', reason: null, actions: [], instructions: null, events: after('recalculated') };
    case 'requestRefund': {
      const fees = { fee: 0n, reference: null, explorerUrl: null };
      const refund = {
        state: 'waiting',
        amount: view.amountPaid,
        destination: destination ?? '',
        destinationBank: destinationBank ?? null,
        ...fees,
      } as const;
      const amountRefunded = view.amountPaid;
      return { ...view, reason: 'refunding', actions: [], instructions: null, amountRefunded, refund, events: after('refund_started') };
    }
    case 'topUp':
    case 'refundExcess':
    case 'submitVoucher':
    case 'review':
      return view;
  }
}

function review(input: CreateReviewInput): { status: 'pending' } {
  const checked = checkReview(input, isEmail);
  if ('refusal' in checked) throw new AppError('REVIEW_INVALID', { ...checked.refusal });
  if (ORDERS.find(({ ref }) => ref === input.ref)?.actions.includes('review') !== true) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { status: 'pending' };
}

function create(input: CreateOrderInput): OrderView & { key: string } {
  checkTrade(input.from, input.to, input.quantity);
  const views = { buy: BUY_VIEW, sell: SELL_VIEW, ex: EX_VIEW };
  return { ...views[input.kind], key: ORDER_KEY };
}

function quote(from: string, to: string, quantity: string): QuoteView {
  checkTrade(from, to, quantity);
  return QUOTE_VIEW;
}

function checkTrade(from: string, to: string, quantity: string): void {
  if (!isTradedCode(from) && !isTradedCode(to)) throw new AppError('CURRENCY_NOT_SUPPORTED');
  const amount = parseDecimal(quantity, QUANTITY_SCALE);
  if (amount === null) throw new AppError('QUANTITY_INVALID');
  if (amount < 10_000_000n) throw new AppError('QUANTITY_TOO_SMALL', { n: '10', code: 'trc20' });
}

function nameOf(accountNumber: string): string {
  if (accountNumber === '0000000000000') return 'ACCOUNT_NAME_INVALID';
  return accountNumber.startsWith('9') ? 'WAITING' : 'NGUYỄN VĂN A';
}
