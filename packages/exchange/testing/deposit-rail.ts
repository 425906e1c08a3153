import type { Rail } from '@quydoi/rails/rail';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import type { SignedTransfer, TransferStatus } from '@quydoi/rails/signed-payout';
import type { DepositSweeps } from '@quydoi/rails/sweeps';
import { isExpired, SCRIPTED_LAG_MS, SCRIPTED_VALIDITY_MS } from './payout-rails.ts';

/** Fake chain with sweepable deposit addresses and their balances. */
export interface ScriptedDeposits {
  readonly rail: Rail;
  /** Tokens at each deposit address, by index. */
  readonly tokens: Map<number, bigint>;
  /** Tokens at addresses of other networks. */
  readonly stranded: Map<string, bigint>;
  /** Native coin balance of each deposit address. */
  readonly gas: Map<number, bigint>;
  /** Fee of a transfer; zero where staked energy pays for it. */
  fee: bigint;
  /** How many of the next broadcasts are lost. */
  lost: number;
  /** How many of the next transfers fail on chain: they cost the fee and move nothing. */
  failing: number;
  /** Addresses that the token has blacklisted. */
  readonly blacklisted: Set<number>;
  /** Addresses whose transfers no node takes. */
  readonly untaken: Set<number>;
  /** How long transfers signed from now on are valid; null for good. */
  validityMs: number | null;
  /** Whether the node answers. */
  isUp: boolean;
  /** Calls of the node so far. */
  asked: number;
  /** Whether the chain offers batches. */
  hasBatches: boolean;
  /** Why the chain signs no batch, such as a hot wallet that is `short` of the most that one may cost; null if it does. */
  signTrouble: RailTrouble | null;
  /** Why the chain does not tell which deposits a batch would move; null if it does. */
  selectTrouble: RailTrouble | null;
  /** How often the chain was asked whether it offers batches. */
  batchChecks: number;
  /** Addresses that the next batches do not move, though they promised to. */
  readonly leftOut: Set<number>;
}

/** Native coin that an address needs for a sweep. */
const FEE_NEEDED = 15_000_000n;

/** Most deposits of a batch. */
export const SCRIPTED_BATCH_MAX = 3;

interface Move {
  readonly index: number;
  readonly kind: 'fund' | 'sweep';
  readonly amount: bigint;
}

const addressOf = (index: number) => `address ${index}`;

/** Creates a fake chain with sweeps. */
export function createScriptedDeposits(now: () => Date): ScriptedDeposits {
  const tokens = new Map<number, bigint>();
  const stranded = new Map<string, bigint>();
  const gas = new Map<number, bigint>();
  const blacklisted = new Set<number>();
  const untaken = new Set<number>();
  const moves = new Map<string, readonly Move[]>();
  const leftOut = new Set<number>();
  const included = new Map<string, { readonly atMs: number; readonly failed: boolean }>();
  const sign = (...moved: readonly Move[]): SignedTransfer => {
    const txid = `g${moves.size + 1}`;
    moves.set(txid, moved);
    const validUntil = state.validityMs === null ? null : new Date(now().getTime() + state.validityMs);
    return { txid, raw: txid, validUntil, slots: [] };
  };
  const ask = () => {
    state.asked += 1;
    if (!state.isUp) throw new RailError('tron', 'unreachable', 'not-done', 'the node does not answer in time');
  };
  const sweeps: DepositSweeps = {
    pollMs: 1_000,
    terms: new Map([['trc20', { min: 100_000_000n, rest: 1n }]]),
    balance: async (_, index) => {
      ask();
      return tokens.get(index) ?? 0n;
    },
    balanceAt: async (_, address) => stranded.get(address) ?? 0n,
    feeMissing: async (_, index, _amount, budget) => {
      if (blacklisted.has(index)) throw new RailError('tron', 'refused', 'not-done', 'the token has blacklisted the deposit address');
      const held = gas.get(index) ?? 0n;
      const missing = FEE_NEEDED - (budget !== undefined && budget < held ? budget : held);
      return missing > 0n ? missing : 0n;
    },
    signSweep: async (_, index, amount) => sign({ index, kind: 'sweep', amount }),
    signFund: async (index, amount) => sign({ index, kind: 'fund', amount }),
    batches: {
      currency: 'trc20',
      sizeMax: SCRIPTED_BATCH_MAX,
      async isAvailable() {
        state.batchChecks += 1;
        return state.hasBatches;
      },
      async select(deposits) {
        if (state.selectTrouble) throw new RailError('tron', state.selectTrouble, 'not-done', 'the batch cannot be tried');
        return deposits.filter(({ index }) => !blacklisted.has(index));
      },
      async sign(deposits) {
        if (state.signTrouble) throw new RailError('tron', state.signTrouble, 'not-done', 'the batch cannot be signed');
        const transfer = sign(...deposits.map((deposit) => ({ ...deposit, kind: 'sweep' as const })));
        return { ...transfer, slots: [{ wallet: 'hot', resource: transfer.txid.slice(1) }] };
      },
    },
  };
  const state: ScriptedDeposits = {
    tokens,
    stranded,
    gas,
    fee: 6_400_000n,
    blacklisted,
    untaken,
    validityMs: SCRIPTED_VALIDITY_MS,
    isUp: true,
    asked: 0,
    lost: 0,
    failing: 0,
    hasBatches: false,
    selectTrouble: null,
    signTrouble: null,
    batchChecks: 0,
    leftOut,
    rail: {
      code: 'tron',
      sweeps,
      addresses: { derive: addressOf },
      payouts: {
        kind: 'signed',
        maxFee: () => 0n,
        balances: async () => new Map(),
        sign: () => Promise.reject(new Error('nothing is paid out here')),
        async broadcast(transfer) {
          ask();
          const { txid } = transfer;
          const moved = moves.get(txid);
          if (moved?.some(({ index }) => untaken.has(index))) throw new RailError('tron', 'busy', 'unknown', 'not taken');
          if (!moved || included.has(txid) || isExpired(transfer, now())) return;
          if (state.lost > 0) {
            state.lost -= 1;
            return;
          }
          const failed = state.failing > 0;
          if (failed) state.failing -= 1;
          included.set(txid, { atMs: now().getTime(), failed });
          if (failed) return;
          for (const { index, kind, amount } of moved) {
            if (leftOut.has(index)) continue;
            const balances = kind === 'fund' ? gas : tokens;
            balances.set(index, (balances.get(index) ?? 0n) + (kind === 'fund' ? amount : -amount));
          }
        },
        async status(transfers): Promise<TransferStatus> {
          ask();
          const solidMs = now().getTime() - SCRIPTED_LAG_MS;
          for (const { txid } of transfers) {
            const found = included.get(txid);
            if (!found || found.atMs > solidMs) continue;
            if (found.failed) return { state: 'failed', detail: 'OUT_OF_ENERGY', fee: state.fee };
            const swept = (moves.get(txid) ?? []).filter(({ index }) => !leftOut.has(index));
            return {
              state: 'paid',
              reference: txid,
              fee: state.fee,
              at: new Date(found.atMs),
              sweptFrom: swept.map(({ index }) => addressOf(index)),
            };
          }
          return { state: transfers.every((transfer) => isExpired(transfer, new Date(solidMs))) ? 'expired' : 'pending' };
        },
      },
    },
  };
  return state;
}
