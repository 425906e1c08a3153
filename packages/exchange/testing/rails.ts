import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { FirstHand } from '@quydoi/rails/first-hand';
import type { LookupResult } from '@quydoi/rails/lookup';
import type { PayoutRecord, PayoutRefusal, PayoutRequest, SendOutcome } from '@quydoi/rails/payout';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage } from '@quydoi/rails/source';
import { depositAddresses, tronXpub } from '@quydoi/rails/tron/keys';
import type { Activation } from '@quydoi/rails/voucher';
import { walletTransfer } from './payment-facts.ts';

/** Scripted fake payout provider that records executed payouts. */
export interface ScriptedPerfectMoney {
  readonly rail: Rail;
  /** Executed payouts, in order. */
  readonly paid: PayoutRequest[];
  /** Scripted outcomes of the next sends; when empty, sends pay and confirm. */
  readonly script: SendScript[];
  /** Duration of a send in real time. */
  sendMs: number;
  /** Whether the records can be read. */
  recordsReadable: boolean;
  /** Overrides the record of every payout; null for the actual records. */
  record: PayoutRecord | null;
  /** Result of name lookups. */
  name: LookupResult;
  /** Payments into the wallet, as listed in the provider's history. */
  readonly statement: PaymentFact[];
  /** Payments into the wallet that a test reports to a role itself, listed only to the role that confirms them. */
  readonly received: PaymentFact[];
  /** Customers' vouchers that the issuer knows: amount by `number;code`. An activated one is removed, and its money stands in the history. */
  readonly goodVouchers: Map<string, bigint>;
  /** Scripted outcomes of the next activations; when empty, they are answered by what the issuer knows. */
  readonly activations: ('lost' | 'lost-after' | 'not-sent' | 'temporary' | 'taken')[];
  /** Vouchers that we have created and that were used, by number. */
  readonly usedVouchers: Map<string, { readonly at: Date; readonly account: string }>;
}

/** Scripted outcome of one send: whether money moves, and the response to the caller. */
export interface SendScript {
  readonly pays: boolean;
  readonly hears: 'accepted' | 'unknown' | 'not-done' | 'locked-out' | 'nonsense' | PayoutRefusal;
}

/** Creates a fake provider without idempotency: a repeated send pays again. */
export function createScriptedPerfectMoney(now: () => Date): ScriptedPerfectMoney {
  const paid: PayoutRequest[] = [];
  const script: SendScript[] = [];
  const statement: PaymentFact[] = [];
  const received: PaymentFact[] = [];
  const created: {
    readonly number: string;
    readonly code: string;
    readonly request: PayoutRequest;
    readonly reference: string;
    readonly at: Date;
  }[] = [];
  const create = (request: PayoutRequest) => {
    const n = created.length + 1;
    const voucher = {
      number: String(n).padStart(10, '0'),
      code: String(7_000_000_000_000_000 + n),
      request,
      reference: String(900_000_000 + n),
      at: now(),
    };
    created.push(voucher);
    return voucher;
  };
  const state: ScriptedPerfectMoney = {
    received,
    goodVouchers: new Map(),
    activations: [],
    usedVouchers: new Map(),
    paid,
    script,
    sendMs: 0,
    recordsReadable: true,
    record: null,
    name: { state: 'found', name: 'NGUYEN VAN A' },
    statement,
    rail: {
      code: 'perfect-money',
      vouchers: {
        async activate({ number, code }): Promise<Activation> {
          const step = state.activations.shift();
          if (step === 'not-sent') throw new RailError('perfect-money', 'unreachable', 'not-done', 'refused to connect');
          if (step === 'lost') throw new RailError('perfect-money', 'unreachable', 'unknown', 'answer lost');
          if (step === 'temporary') return { state: 'refused', refusal: 'temporary', detail: 'banned' };
          const amount = state.goodVouchers.get(`${number};${code}`);
          if (amount === undefined) return { state: 'refused', refusal: 'code', detail: 'Invalid ev_number or ev_code' };
          state.goodVouchers.delete(`${number};${code}`);
          const reference = `8${number}`;
          if (step === 'taken') return { state: 'taken', reference, detail: 'in another currency' };
          statement.push(activationFact(reference, amount, now()));
          if (step === 'lost-after') throw new RailError('perfect-money', 'unreachable', 'unknown', 'answer lost');
          return { state: 'activated', reference, amount };
        },
        async read(number) {
          const found = created.find((one) => one.number === number);
          if (!found) return null;
          const { reference, request } = found;
          return { number, reference, amount: request.amount, createdAt: new Date(0), activated: state.usedVouchers.get(number) ?? null };
        },
      },
      lookup: { find: async () => state.name },
      sources: [{ kind: 'list', name: 'history', pollMs: 1_000, listsHeldLate: true, read: listOf(statement) }],
      firstHand: firstHandOf(() => [...statement, ...received]),
      payouts: {
        kind: 'one-shot',
        maxFee: (amount) => (amount * 5n + 999n) / 1000n,
        balances: async () => new Map(),
        async send(request): Promise<SendOutcome> {
          const step = script.shift() ?? { pays: true, hears: 'accepted' };
          if (state.sendMs > 0) await new Promise((resolve) => setTimeout(resolve, state.sendMs));
          if (step.pays) paid.push(request);
          const voucher = step.pays && request.currency === 'e-voucher' ? create(request) : null;
          switch (step.hears) {
            case 'accepted':
              if (voucher) return { state: 'accepted', reference: voucher.reference, fee: null, voucher };
              return { state: 'accepted', reference: `batch-${request.key}`, fee: null };
            case 'unknown':
              throw new RailError('perfect-money', 'unreachable', 'unknown', 'answer lost');
            case 'nonsense':
              throw new TypeError('the answer made no sense');
            case 'locked-out':
              throw new RailError('perfect-money', 'credentials', 'not-done', 'access refused');
            case 'not-done':
              throw new RailError('perfect-money', 'unreachable', 'not-done', 'refused to connect');
            default:
              return { state: 'refused', refusal: step.hears, detail: step.hears };
          }
        },
        async find(request, sentAt, _now, known): Promise<PayoutRecord> {
          if (!state.recordsReadable) throw new RailError('perfect-money', 'unreachable', 'not-done', 'records unreadable');
          if (state.record) return state.record;
          if (request.currency === 'e-voucher') {
            // The list carries no key: a voucher is an attempt's by its reference, or because nobody else's.
            const listed = created.find(({ reference, at, request: { amount } }) =>
              known?.own ? reference === known.own : at >= sentAt && amount === request.amount && !known?.others.has(reference),
            );
            return listed
              ? { state: 'paid', reference: listed.reference, fee: (request.amount * 5n + 999n) / 1000n, at: new Date(0), voucher: listed }
              : { state: 'absent' };
          }
          const found = paid.find(({ key }) => key === request.key);
          if (!found) return { state: 'absent' };
          return { state: 'paid', reference: `batch-${found.key}`, fee: (found.amount * 5n + 999n) / 1000n, at: new Date(0) };
        },
      },
    },
  };
  return state;
}

/** The money of an activated voucher in the history: from nobody that is known, without a name. */
function activationFact(reference: string, amount: bigint, at: Date): PaymentFact {
  return walletTransfer({ reference, sourceId: reference, amount, memo: 'e-Voucher activation', payer: null, paidAt: at });
}

/** Fake bank: accepts webhooks marked `good`, and lists the given payments. */
export interface ScriptedBank {
  /** Rail of the worker, which journals. */
  readonly rail: Rail;
  readonly statement: PaymentFact[];
  /** Payments that a test reports to a role itself, listed only to the role that confirms them. */
  readonly received: PaymentFact[];
  /** The signer's own reading of the bank's list. */
  readonly firstHand: Pick<Rail, 'firstHand'>;
}

/** Creates the fake bank. A webhook body is one payment fact as JSON, amounts as text. */
export function createScriptedBank(): ScriptedBank {
  const statement: PaymentFact[] = [];
  const received: PaymentFact[] = [];
  return {
    statement,
    received,
    firstHand: { firstHand: firstHandOf(() => [...statement, ...received]) },
    rail: {
      code: 'bank',
      sources: [
        { kind: 'list', name: 'statement', pollMs: 1_000, read: listOf(statement) },
        {
          kind: 'webhook',
          name: 'sepay',
          authenticate({ headers }) {
            if (headers['x-signature'] !== 'good') throw new RailError('bank', 'signature', 'not-done', 'bad signature');
          },
          read: ({ body }) => [parseFact(body)],
        },
      ],
      lookup: { find: async () => ({ state: 'found', name: 'TRAN THI B' }) },
    },
  };
}

/** The list as the role that confirms payments reads it: whole. */
function firstHandOf(book: () => readonly PaymentFact[]): FirstHand {
  const read = async (): Promise<PaymentPage> => ({ facts: book().map(listed), cursor: null, more: false });
  return { by: 'list', source: { kind: 'list', name: 'own reading', pollMs: 1_000, read } };
}

/** Name of the list that the signer reads itself. */
export const OWN_READING = 'own-reading';

/** A payment as a list tells it, whatever source reported it first. One that was reported as the list's own row keeps its id. */
function listed(fact: PaymentFact): PaymentFact {
  const sourceId = fact.source === OWN_READING ? fact.sourceId : `${fact.reference} ${fact.amount}`;
  return { ...fact, confirmed: true, source: OWN_READING, sourceId };
}

/** Payment list that reports entries new since the last read. */
function listOf(statement: readonly PaymentFact[]): (cursor: string | null) => Promise<PaymentPage> {
  return async (cursor) => ({ facts: statement.slice(Number(cursor ?? 0)), cursor: String(statement.length), more: false });
}

/** Fake chain on which a test controls unconfirmed and confirmed deposits. */
export interface ScriptedChain {
  /** Rail of the worker, which reads. */
  readonly rail: Rail;
  /** Rail of the web, which derives addresses from a test key. */
  readonly addresses: Rail;
  /** Deposits in the newest blocks, in order. */
  readonly head: PaymentFact[];
  /** Deposits in irreversible blocks, in order. */
  readonly solid: PaymentFact[];
  /** Deposits that a test reports to a role itself: in irreversible blocks, but not reported by the sources. */
  readonly received: PaymentFact[];
  /** The signer's own node. */
  readonly firstHand: Pick<Rail, 'firstHand'>;
  /** Finality lag. */
  lagMs: number;
  /** Whether the node can be reached. */
  isUp: boolean;
}

const DEPOSIT_SEED = '5e'.repeat(32);

/** Creates a fake chain with deposit addresses. */
export function createScriptedChain(now: () => Date): ScriptedChain {
  const head: PaymentFact[] = [];
  const solid: PaymentFact[] = [];
  const received: PaymentFact[] = [];
  const find = async (reference: string) => [...solid, ...received].filter((fact) => fact.reference === reference).map(listed);
  const read = (facts: readonly PaymentFact[], cursor: string | null): PaymentPage => {
    if (!state.isUp) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
    return {
      facts: facts.slice(Number(cursor ?? 0)),
      cursor: String(facts.length),
      more: false,
      watermark: new Date(now().getTime() - state.lagMs),
    };
  };
  const state: ScriptedChain = {
    head,
    solid,
    received,
    firstHand: { firstHand: { by: 'reference', absent: 'none', find } },
    lagMs: 57_000,
    isUp: true,
    addresses: { code: 'tron', addresses: depositAddresses(tronXpub({ seed: DEPOSIT_SEED })) },
    rail: {
      code: 'tron',
      sources: [
        { kind: 'blocks', name: 'blocks', pollMs: 1_000, read: async (cursor) => read(solid, cursor) },
        { kind: 'head', name: 'head', pollMs: 1_000, dropAfterMs: DROPPED_AFTER_SECONDS * 1_000, read: async (cursor) => read(head, cursor) },
      ],
    },
  };
  return state;
}

/** Serializes a payment as a webhook body of the fake bank. */
export function factBody(fact: PaymentFact): string {
  return JSON.stringify({ ...fact, amount: fact.amount.toString() });
}

function parseFact(body: string): PaymentFact {
  const read = JSON.parse(body) as Omit<PaymentFact, 'amount' | 'paidAt'> & { amount: string; paidAt: string };
  return { ...read, amount: BigInt(read.amount), paidAt: new Date(read.paidAt) };
}
