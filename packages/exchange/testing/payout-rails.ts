import type { PayoutRecord, PayoutRefusal, PayoutRequest, SendOutcome } from '@quydoi/rails/payout';
import type { NamedPayouts, Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { PricedFeeCoin, SignedTransfer, TransferStatus } from '@quydoi/rails/signed-payout';

/** Outcome of a broadcast on the chain, and the response to the caller. */
export type BroadcastScript = 'takes' | 'forgets' | 'takes-and-cuts' | 'cuts' | 'fails';

/** Fake chain that executes signed transfers and records them. */
export interface ScriptedSigned {
  readonly rail: Rail;
  /** Executed transfers, in order. */
  readonly paid: readonly PayoutRequest[];
  /** Signed transfers, in order. */
  readonly signed: readonly SignedTransfer[];
  /** Scripted outcomes of the next broadcasts; when empty, broadcasts are accepted and included in a block. */
  readonly script: BroadcastScript[];
  /** Broadcast transaction ids, in order. */
  readonly broadcast: string[];
  /** Fee of a transfer, in the native coin. */
  fee: bigint;
  /** Error of signing, if it fails. */
  refusesToSign: 'refused' | 'unreachable' | 'busy' | 'credentials' | 'suspended' | 'dear' | 'short' | null;
  /** The hot wallet's fee coin. */
  feeCoin: PricedFeeCoin;
  /** Why the network cannot pay as priced. */
  suspension: string | null;
  /** Amount that arrives, where the token keeps a fee of its own. */
  arrived: bigint | null;
  /** Whether irreversible blocks can be read. */
  isReadable: boolean;
}

/** Validity of a fake transfer. */
export const SCRIPTED_VALIDITY_MS = 60_000;
/** Finality lag of the fake chain. */
export const SCRIPTED_LAG_MS = 20_000;

interface Included {
  readonly atMs: number;
  readonly failed: boolean;
}

/** Whether no block made after `at` can include a transfer. */
export function isExpired({ validUntil }: SignedTransfer, at: Date): boolean {
  return validUntil !== null && at > validUntil;
}

/** Creates a fake chain: different transfers both move money, the same one only once. */
export function createScriptedSigned(now: () => Date): ScriptedSigned {
  const requests = new Map<string, PayoutRequest>();
  const included = new Map<string, Included>();
  const signed: SignedTransfer[] = [];
  const script: BroadcastScript[] = [];
  const broadcast: string[] = [];
  const state: ScriptedSigned = {
    get paid() {
      return [...included].flatMap(([txid, { failed }]) => (failed ? [] : [requests.get(txid)].filter((one) => one !== undefined)));
    },
    signed,
    script,
    broadcast,
    fee: 6_400_000n,
    refusesToSign: null,
    feeCoin: { balance: 50_000_000_000n, perTransfer: 13_445_000n },
    suspension: null,
    arrived: null,
    isReadable: true,
    rail: {
      code: 'tron',
      payouts: {
        kind: 'signed',
        maxFee: () => 0n,
        suspension: async () => state.suspension,
        feeCoin: async () => state.feeCoin,
        balances: async () => new Map(),
        async sign(request, at) {
          if (state.refusesToSign) throw new RailError('tron', state.refusesToSign, 'not-done', 'not signed');
          const transfer = {
            txid: `tx${signed.length + 1}-${request.key}`,
            raw: JSON.stringify({ ...request, amount: String(request.amount) }),
            validUntil: new Date(at.getTime() + SCRIPTED_VALIDITY_MS),
            slots: [],
          };
          signed.push(transfer);
          requests.set(transfer.txid, request);
          return transfer;
        },
        async broadcast(transfer) {
          const { txid } = transfer;
          const step = script.shift() ?? 'takes';
          broadcast.push(txid);
          const isTaken = step !== 'forgets' && step !== 'cuts' && !isExpired(transfer, now()) && !included.has(txid);
          if (isTaken) included.set(txid, { atMs: now().getTime(), failed: step === 'fails' });
          if (step === 'cuts' || step === 'takes-and-cuts') throw new RailError('tron', 'unreachable', 'unknown', 'the node cut the connection');
        },
        async status(transfers): Promise<TransferStatus> {
          if (!state.isReadable) throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
          const solidMs = now().getTime() - SCRIPTED_LAG_MS;
          for (const { txid } of transfers) {
            const found = included.get(txid);
            if (!found || found.atMs > solidMs) continue;
            if (found.failed) return { state: 'failed', detail: 'OUT_OF_ENERGY', fee: state.fee };
            const paid = { state: 'paid', reference: txid, fee: state.fee, at: new Date(found.atMs) } as const;
            return state.arrived === null ? paid : { ...paid, arrived: state.arrived };
          }
          return { state: transfers.every((transfer) => isExpired(transfer, new Date(solidMs))) ? 'expired' : 'pending' };
        },
      },
    },
  };
  return state;
}

/** Scripted outcome of one send: whether the payout is accepted, and the response to the caller. */
export interface KeyedScript {
  readonly takes: boolean;
  readonly hears: 'accepted' | 'unknown' | 'not-done' | PayoutRefusal;
}

/** State of an accepted payout. */
export type KeyedCourse = 'paid' | 'pending' | 'waiting-otp' | 'refused' | 'reversed';

/** Fake provider with idempotency keys, and its records. */
export interface ScriptedKeyed {
  readonly rail: Rail;
  /** Accepted payouts by key. */
  readonly book: Map<string, { readonly request: PayoutRequest; course: KeyedCourse }>;
  /** Payouts completed and not returned. */
  readonly paid: readonly PayoutRequest[];
  /** Scripted outcomes of the next sends; when empty, sends are accepted. */
  readonly script: KeyedScript[];
  /** Sent keys, in order. */
  readonly sent: string[];
  /** State of payouts accepted from now on. */
  course: KeyedCourse;
  isReadable: boolean;
  /** Dong left in the wallet; null where none is told. */
  balance: bigint | null;
  /** Banks that the provider pays to; all if null. */
  banks: readonly string[] | null;
}

/** A fake provider that stands beside another one. */
export type ScriptedOther = ScriptedKeyed & { readonly payouts: NamedPayouts };

/** Creates a fake AppotaPay. Signers have it if a test adds it to their bank's rail. */
export function createScriptedOther(): ScriptedOther {
  const state = createScriptedKeyed();
  const { payouts } = state.rail;
  if (payouts?.kind !== 'keyed') throw new Error('not keyed');
  return Object.assign(state, { payouts: { ...payouts, name: 'appotapay' } });
}

/** Creates a fake payOS, idempotent by key. */
export function createScriptedKeyed(): ScriptedKeyed {
  const book: ScriptedKeyed['book'] = new Map();
  const script: KeyedScript[] = [];
  const sent: string[] = [];
  const state: ScriptedKeyed = {
    book,
    script,
    sent,
    course: 'paid',
    isReadable: true,
    balance: null,
    banks: null,
    get paid() {
      return [...book.values()].filter(({ course }) => course === 'paid').map(({ request }) => request);
    },
    rail: {
      code: 'bank',
      payouts: {
        kind: 'keyed',
        name: 'payos',
        takes: ({ destinationBank }) => state.banks?.includes(destinationBank ?? '') ?? true,
        maxFee: () => 0n,
        balances: async () => new Map(state.balance === null ? [] : [['vnd', state.balance]]),
        async send(request): Promise<SendOutcome> {
          const step = script.shift() ?? { takes: true, hears: 'accepted' };
          sent.push(request.key);
          if (step.takes && !book.has(request.key)) book.set(request.key, { request, course: state.course });
          if (step.hears === 'accepted') return { state: 'accepted', reference: `po-${request.key}`, fee: null };
          if (step.hears === 'unknown' || step.hears === 'not-done') throw new RailError('bank', 'unreachable', step.hears, 'answer lost');
          return { state: 'refused', refusal: step.hears, detail: step.hears };
        },
        async find(request): Promise<PayoutRecord> {
          if (!state.isReadable) throw new RailError('bank', 'unreachable', 'not-done', 'list unreadable');
          const found = book.get(request.key);
          if (!found) return { state: 'absent' };
          const reference = `FT-${request.key}`;
          switch (found.course) {
            case 'paid':
              return { state: 'paid', reference, fee: 0n, at: new Date(0) };
            case 'reversed':
              return { state: 'reversed', reference };
            case 'refused':
              return { state: 'refused', detail: 'BANK_REJECTED' };
            default:
              return { state: found.course };
          }
        },
      },
    },
  };
  return state;
}
