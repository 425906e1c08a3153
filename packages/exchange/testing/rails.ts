import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { LookupResult } from '@quydoi/rails/lookup';
import type { PayoutRecord, PayoutRefusal, PayoutRequest, SendOutcome } from '@quydoi/rails/payout';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage } from '@quydoi/rails/source';
import { depositAddresses, tronXpub } from '@quydoi/rails/tron/keys';

/** A payout provider that does what the test's script says, with a book of what it really paid. */
export interface ScriptedPayOut {
  readonly rail: Rail;
  /** Every payout that was really made, in order. */
  readonly paid: PayoutRequest[];
  /** What the next sends do; when it is empty they pay and say so. */
  readonly script: SendScript[];
  /** How long a send takes, in real time. */
  sendMs: number;
  /** Whether the records can be read. */
  recordsReadable: boolean;
  /** What the records say of every payout; null for what was really paid. */
  record: PayoutRecord | null;
  /** Answer of name lookups. */
  name: LookupResult;
  /** What customers paid into the wallet, as the provider's history tells it. */
  readonly statement: PaymentFact[];
}

/** One send: whether money moves, and what the caller hears. */
export interface SendScript {
  readonly pays: boolean;
  readonly hears: 'accepted' | 'unknown' | 'not-done' | 'locked-out' | 'nonsense' | PayoutRefusal;
}

/** A stand-in for a one-shot provider. It pays again when it is asked again, as the real one would. */
export function createScriptedPayOut(): ScriptedPayOut {
  const paid: PayoutRequest[] = [];
  const script: SendScript[] = [];
  const statement: PaymentFact[] = [];
  const state: ScriptedPayOut = {
    paid,
    script,
    sendMs: 0,
    recordsReadable: true,
    record: null,
    name: { state: 'found', name: 'NGUYEN VAN A' },
    statement,
    rail: {
      code: 'perfect-money',
      lookup: { find: async () => state.name },
      sources: [{ kind: 'list', name: 'history', pollMs: 1_000, read: listOf(statement) }],
      payOut: {
        kind: 'one-shot',
        maxFee: (amount) => (amount * 5n + 999n) / 1000n,
        balances: async () => new Map(),
        async send(request): Promise<SendOutcome> {
          const step = script.shift() ?? { pays: true, hears: 'accepted' };
          if (state.sendMs > 0) await new Promise((resolve) => setTimeout(resolve, state.sendMs));
          if (step.pays) paid.push(request);
          switch (step.hears) {
            case 'accepted':
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
        async find(request): Promise<PayoutRecord> {
          if (!state.recordsReadable) throw new RailError('perfect-money', 'unreachable', 'not-done', 'records unreadable');
          if (state.record) return state.record;
          const found = paid.find(({ key }) => key === request.key);
          if (!found) return { state: 'absent' };
          return { state: 'paid', reference: `batch-${found.key}`, fee: (found.amount * 5n + 999n) / 1000n, at: new Date(0) };
        },
      },
    },
  };
  return state;
}

/** A bank that takes webhooks marked `good` and lists what it is given. */
export interface ScriptedBank {
  readonly rail: Rail;
  readonly statement: PaymentFact[];
}

/** A stand-in for the bank's collector: every body is one payment fact as JSON, amounts as text. */
export function createScriptedBank(): ScriptedBank {
  const statement: PaymentFact[] = [];
  return {
    statement,
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

/** A list that tells what is new since the last time. */
function listOf(statement: readonly PaymentFact[]): (cursor: string | null) => Promise<PaymentPage> {
  return async (cursor) => ({ facts: statement.slice(Number(cursor ?? 0)), cursor: String(statement.length), more: false });
}

/** A chain on which a test lets deposits be seen, become final, or neither. */
export interface ScriptedChain {
  /** What the worker reads with. */
  readonly rail: Rail;
  /** What the web leases with: addresses of a key that nobody uses. */
  readonly addresses: Rail;
  /** Deposits in the newest blocks, in order. */
  readonly head: PaymentFact[];
  /** Deposits on the irreversible side, in order. */
  readonly solid: PaymentFact[];
  /** How far the irreversible side is behind. */
  lagMs: number;
  /** Whether the node can be reached. */
  isUp: boolean;
}

const DEPOSIT_SEED = '5e'.repeat(32);

/** A stand-in for a chain with deposits by address. */
export function createScriptedChain(now: () => Date): ScriptedChain {
  const head: PaymentFact[] = [];
  const solid: PaymentFact[] = [];
  const read = (facts: readonly PaymentFact[], cursor: string | null): PaymentPage => {
    if (!state.isUp) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
    return {
      facts: facts.slice(Number(cursor ?? 0)),
      cursor: String(facts.length),
      more: false,
      readThrough: new Date(now().getTime() - state.lagMs),
    };
  };
  const state: ScriptedChain = {
    head,
    solid,
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

/** A payment as a webhook body of the scripted bank. */
export function factBody(fact: PaymentFact): string {
  return JSON.stringify({ ...fact, amount: fact.amount.toString() });
}

function parseFact(body: string): PaymentFact {
  const read = JSON.parse(body) as Omit<PaymentFact, 'amount' | 'paidAt'> & { amount: string; paidAt: string };
  return { ...read, amount: BigInt(read.amount), paidAt: new Date(read.paidAt) };
}
