import type { Orm } from '@quydoi/database/orm';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { SECOND_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { callProvider } from './call-provider.ts';
import { onPayoutTrouble } from './payout-trouble.ts';
import type { Provider, ProviderKey } from './providers.ts';
import type { SignerCtx } from './signer.ts';

/** Age at which a wallet's balance is read again before it is used. */
const BALANCE_AGE_MAX_MS = 60 * SECOND_MS;

/** What this process knows of the wallet at one of several payout providers. */
interface Wallet {
  /** Balance as it was last told, by reserve. */
  told: ReadonlyMap<string, bigint>;
  /** Time of the last reading, whether it succeeded or not; null before the first. */
  readAtMs: number | null;
  reading: Promise<void> | null;
  /** What was sent since the balance was told. */
  spent: bigint;
  /** Payouts that are being sent. */
  sending: number;
}

const processes = new WeakMap<Orm, Map<ProviderKey, Wallet>>();

function walletOf({ orm }: SignerCtx, { key }: Provider): Wallet {
  const wallets = processes.get(orm) ?? new Map<ProviderKey, Wallet>();
  processes.set(orm, wallets);
  const wallet = wallets.get(key) ?? { told: new Map(), readAtMs: null, reading: null, spent: 0n, sending: 0 };
  wallets.set(key, wallet);
  return wallet;
}

/**
 * Money that is left in the wallet at a provider, by its balance of at most a minute ago and what this process has sent since; null when the provider
 * has not told it. A balance that is older is read meanwhile, without waiting: only the first reading of a process is awaited.
 */
export async function readSpendable(ctx: SignerCtx, provider: Provider, reserve: ReserveCode): Promise<bigint | null> {
  const wallet = walletOf(ctx, provider);
  const isFirst = wallet.readAtMs === null;
  const isOld = wallet.readAtMs === null || ctx.clock.now().getTime() - wallet.readAtMs >= BALANCE_AGE_MAX_MS;
  if (isOld && ctx.breakers(provider.key).isClosed()) wallet.reading ??= read(ctx, provider, wallet);
  if (isFirst) await (wallet.reading ?? Promise.resolve());
  const told = wallet.told.get(reserve);
  return told === undefined ? null : told - wallet.spent;
}

async function read(ctx: SignerCtx, provider: Provider, wallet: Wallet): Promise<void> {
  const spentBefore = wallet.spent;
  try {
    wallet.told = await callProvider(ctx, provider.key, () => provider.payouts.balances(ctx.clock.now()));
    wallet.spent -= spentBefore;
  } catch (error) {
    const trouble = error instanceof RailError ? error.trouble : 'malformed';
    const reason = error instanceof RailError ? describeRailError(error) : 'the call failed';
    await onPayoutTrouble(ctx, provider, trouble, 'balance of a payout provider not read', { reason }).catch(() => {});
  } finally {
    wallet.readAtMs = ctx.clock.now().getTime();
    wallet.reading = null;
  }
}

/** Has the balance read again before the next choice: the provider says that the wallet is short, or that it is not. */
export function forgetBalance(ctx: SignerCtx, provider: Provider): void {
  const wallet = walletOf(ctx, provider);
  wallet.told = new Map();
  wallet.readAtMs = null;
}

/** Payouts that this process is sending by a provider. */
export function countSending(ctx: SignerCtx, provider: Provider): number {
  return walletOf(ctx, provider).sending;
}

/** Counts a payout as being sent while `work` runs, and its amount as spent. */
export async function whileSending<T>(ctx: SignerCtx, provider: Provider, amount: bigint, work: () => Promise<T>): Promise<T> {
  const wallet = walletOf(ctx, provider);
  wallet.sending += 1;
  wallet.spent += amount;
  try {
    return await work();
  } finally {
    wallet.sending -= 1;
  }
}
