import type { PaymentFact } from '@quydoi/domain/payment';
import type { LookupResult, PayoutRecord, PayoutRefusal, PayoutRequest, Rail, SendOutcome } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail';

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
  const state: ScriptedPayOut = {
    paid,
    script,
    sendMs: 0,
    recordsReadable: true,
    record: null,
    name: { state: 'found', name: 'NGUYEN VAN A' },
    rail: {
      code: 'perfect-money',
      lookup: { find: async () => state.name },
      payOut: {
        kind: 'one-shot',
        maxFee: (amount) => (amount * 5n + 999n) / 1000n,
        balance: async () => 0n,
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
      payIn: {
        authenticate({ headers }) {
          if (headers['x-signature'] !== 'good') throw new RailError('bank', 'signature', 'not-done', 'bad signature');
        },
        read: ({ body }) => [parseFact(body)],
        list: async (cursor) => ({ facts: statement.slice(Number(cursor ?? 0)), cursor: String(statement.length), more: false }),
      },
      lookup: { find: async () => ({ state: 'found', name: 'TRAN THI B' }) },
    },
  };
}

/** A payment as a webhook body of the scripted bank. */
export function factBody(fact: PaymentFact): string {
  return JSON.stringify({ ...fact, amount: fact.amount.toString() });
}

function parseFact(body: string): PaymentFact {
  const read = JSON.parse(body) as Omit<PaymentFact, 'amount' | 'paidAt'> & { amount: string; paidAt: string };
  return { ...read, amount: BigInt(read.amount), paidAt: new Date(read.paidAt) };
}
