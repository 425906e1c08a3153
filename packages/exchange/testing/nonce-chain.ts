import type { Slot, SlotInUse } from '@quydoi/domain/transfer/slot';
import type { PayoutRequest } from '@quydoi/rails/payout';
import type { SignedPayouts, SignedTransfer, TransferStatus } from '@quydoi/rails/signed-payout';
import type { DepositSweeps } from '@quydoi/rails/sweeps';

/** The hot wallet of the fake chain. */
export const HOT_WALLET = 'hot';

/** Fake chain of accounts with nonces, like Ethereum: transfers never expire, each wallet's are mined in the order of their nonces. */
export interface NonceChain {
  readonly payouts: SignedPayouts;
  readonly sweeps: DepositSweeps;
  /** Mined transfers, first to last. */
  readonly mined: readonly SignedTransfer[];
  /** Keys of the mined payouts. */
  readonly paid: readonly string[];
  /** Broadcast transaction ids, in order. */
  readonly broadcast: string[];
  /** Nonces that the next signatures use, whatever is in use. */
  readonly forcedNonces: number[];
  /** Number of next broadcasts that the network loses. */
  lost: number;
  /** Whether the nodes count consumed nonces and lack the receipts of what was mined, as nodes do that are behind. */
  lacksReceipts: boolean;
  /** Drops the newest mined transfer, as a reorganisation does. */
  undo(): void;
  /** Hands stored bytes to the network, as anybody who has them can. */
  submit(raw: string): void;
}

/** Creates a fake chain of accounts with nonces. A nonce is a slot of its wallet. */
export function createNonceChain(now: () => Date): NonceChain {
  const transfers = new Map<string, SignedTransfer>();
  const requests = new Map<string, PayoutRequest>();
  const funded = new Map<string, number>();
  const pool = new Map<string, SignedTransfer>();
  const mined: SignedTransfer[] = [];
  const broadcast: string[] = [];
  const forcedNonces: number[] = [];
  const state = { lost: 0, lacksReceipts: false };
  const slotOf = ({ slots }: SignedTransfer): Slot => slots[0] ?? { wallet: '', resource: '' };
  const nextNonce = (wallet: string) => mined.filter((each) => slotOf(each).wallet === wallet).length;

  function sign(wallet: string, inUse: readonly SlotInUse[], nonce = forcedNonces.shift()): SignedTransfer {
    let free = nonce ?? nextNonce(wallet);
    while (nonce === undefined && inUse.some((slot) => slot.wallet === wallet && !slot.isConsumed && slot.resource === String(free))) free += 1;
    const txid = `0x${transfers.size + 1}`;
    const transfer = { txid, raw: txid, validUntil: null, slots: [{ wallet, resource: String(free) }] };
    transfers.set(txid, transfer);
    return transfer;
  }

  /** Mines what is next in each wallet; of several transfers with one nonce the first in the pool. */
  function mine(): void {
    const next = [...pool.values()].find((transfer) => Number(slotOf(transfer).resource) === nextNonce(slotOf(transfer).wallet));
    if (!next) return;
    pool.delete(next.txid);
    mined.push(next);
    mine();
  }

  function submit(raw: string): void {
    const transfer = transfers.get(raw);
    if (!transfer || mined.includes(transfer)) return;
    pool.set(raw, transfer);
    mine();
  }

  return {
    mined,
    broadcast,
    forcedNonces,
    submit,
    undo: () => void mined.pop(),
    get paid() {
      return mined.flatMap(({ txid }) => requests.get(txid)?.key ?? []);
    },
    get lost() {
      return state.lost;
    },
    set lost(count) {
      state.lost = count;
    },
    get lacksReceipts() {
      return state.lacksReceipts;
    },
    set lacksReceipts(lacks) {
      state.lacksReceipts = lacks;
    },
    payouts: {
      kind: 'signed',
      maxFee: () => 0n,
      balances: async () => new Map(),
      async sign(request, _now, slotsInUse) {
        const transfer = sign(HOT_WALLET, slotsInUse);
        requests.set(transfer.txid, request);
        return transfer;
      },
      async broadcast({ txid, raw }) {
        broadcast.push(txid);
        if (state.lost > 0) state.lost -= 1;
        else submit(raw);
      },
      async status(asked): Promise<TransferStatus> {
        const found = !state.lacksReceipts && asked.find(({ txid }) => mined.some((each) => each.txid === txid));
        if (found) return { state: 'paid', reference: found.txid, fee: 21_000n, at: now() };
        const isVoid = asked.every((each) => Number(slotOf(each).resource) < nextNonce(slotOf(each).wallet));
        return { state: isVoid ? 'superseded' : 'pending' };
      },
    },
    sweeps: {
      pollMs: 1_000,
      terms: new Map([['trc20', { min: 100_000_000n, rest: 0n }]]),
      balance: async () => 150_000_000n,
      feeMissing: async (_, index) => (mined.some(({ txid }) => funded.get(txid) === index) ? 0n : 1_000n),
      signSweep: async (_, index, _amount, _now, slotsInUse) => sign(`deposit ${index}`, slotsInUse),
      async noncesMissing(inUse) {
        const live = inUse.filter(({ wallet, isConsumed }) => wallet === HOT_WALLET && !isConsumed).map(({ resource }) => Number(resource));
        const behind = live.filter((nonce) => nonce >= nextNonce(HOT_WALLET));
        return behind.length === 0 ? 0 : Math.max(...behind) - nextNonce(HOT_WALLET) - behind.length + 1;
      },
      async signFund(index, _amount, _now, slotsInUse) {
        const transfer = sign(HOT_WALLET, slotsInUse);
        funded.set(transfer.txid, index);
        return transfer;
      },
    },
  };
}
