import { CURRENCIES } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { smaller } from '@quydoi/domain/money';
import type { DepositBoosts } from '../boosts.ts';
import { broadcastToAll } from '../chain/broadcast.ts';
import { askFirstAble } from '../chain/fail-over.ts';
import type { ChainKeys, ChainSecret } from '../chain/hd-keys.ts';
import { requireCurrency } from '../chain/require-currency.ts';
import { severalNodes } from '../chain/several-nodes.ts';
import type { Rail } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { SignedPayouts } from '../signed-payout.ts';
import type { BlockSource, HeadSource } from '../source.ts';
import type { WatchedAddresses } from '../sweeps.ts';
import { finalBalance } from './balance.ts';
import { findBoosts, signBoost } from './boost.ts';
import { requiredScript, type Spender, type SpendingNode, signPayment, signReplacement } from './build.ts';
import { BITCOIN_CHAINS, type BitcoinChain, type BitcoinChainName, CONFIRMATIONS } from './chains.ts';
import { type FeeRate, feeAt, USUAL_VSIZE } from './fees.ts';
import { ABSENT_REFERENCE, paymentsAt } from './first-hand.ts';
import { bitcoinKeys, bitcoinXpub, depositAddresses, depositDescriptor, keyDescriptor } from './keys.ts';
import { type BitcoinNode, createNode } from './node.ts';
import { referenceOf } from './payments.ts';
import { createSources, finalHead, isLate } from './sources.ts';
import { statusOf } from './status.ts';
import { requireContent } from './transfer.ts';
import { openOwnWallet, openWallet } from './wallet.ts';

/** Options of the rail of Bitcoin. They determine the capabilities that the rail has. */
export interface BitcoinRailOptions {
  readonly chain: BitcoinChainName;
  /** JSON-RPC of our node (Bitcoin Core with `txindex=1`), with its user and password; without one the rail only derives addresses. */
  readonly url?: string;
  /** A second, independent node: payments count, and transfers count as expired, only when both agree. It answers the rest where the first fails. */
  readonly secondUrl?: string;
  /** Spending secret, for the signer only: a mnemonic or seed. Enables `payouts`, `boosts` and `addresses`. */
  readonly secret?: ChainSecret;
  /** Extended public key of the deposit account; enables `addresses`, as a secret does. */
  readonly xpub?: string;
  /** Our hot wallet, for a process without its key. */
  readonly wallet?: string;
  /** Confirmations that make a payment final, where not the network's usual number. */
  readonly confirmations?: number;
  /** Highest fee that is paid, in satoshi for a vbyte. */
  readonly satoshiPerVbyteMax?: number;
  /** Time before which nobody can have paid to any of our addresses: the node's wallet searches blocks from there on. */
  readonly walletSince?: Date;
  /** Deposit addresses that the nodes' wallets watch beyond the highest that an order has, at least. */
  readonly addressesAhead?: number;
  /** Maximum age of a node's newest block; a node with older ones is stalled. */
  readonly headAgeMsMax?: number;
  /** Pause between reads of the chain. */
  readonly scanMs?: number;
  /** Pause between looks for stuck deposits. */
  readonly boostMs?: number;
  /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped. */
  readonly dropAfterMs?: number;
  readonly fetch?: typeof fetch;
  /** Deadline of one request. */
  readonly timeoutMs: number;
}

const SATOSHI_PER_VBYTE_MAX = 150;
/** Blocks are ten minutes apart on average; three hours without one happen once in centuries. */
const HEAD_AGE_MS_MAX = 3 * 3_600_000;
const SCAN_MS = 10_000;
const IDLE_SCAN_MS = 60_000;
const WATCH_MS = 10_000;
/** Deposits have waited far longer before they are boosted. */
const BOOST_MS = 10_000;
/** More than all orders of some times that pause, however many come. */
const ADDRESSES_AHEAD = 10_000;
/** Deposits with a low fee wait for days. */
const DROP_AFTER_MS = 2 * 86_400_000;
const WALLET_SINCE = new Date('2026-01-01T00:00:00Z');

/** Payouts from the hot wallet and from deposits. */
export interface BitcoinPayouts extends SignedPayouts {
  readonly replace: NonNullable<SignedPayouts['replace']>;
  readonly feeCoin: NonNullable<SignedPayouts['feeCoin']>;
  /** The hot wallet, which change returns to. */
  readonly address: string;
}

/** The rail of Bitcoin. */
export interface BitcoinRail extends Rail {
  readonly payouts?: BitcoinPayouts;
  readonly sources?: readonly [BlockSource, HeadSource];
  readonly boosts?: DepositBoosts;
  readonly watched?: WatchedAddresses;
}

/** Nodes, and rules, by which the chain is read. */
interface Access {
  readonly chain: BitcoinChain;
  readonly nodes: readonly [BitcoinNode, ...BitcoinNode[]];
  readonly urls: readonly [string, ...string[]];
  readonly confirmations: number;
  readonly headAgeMsMax: number;
}

/** Makes the rail of Bitcoin. Opens no connection. @throws Error for a malformed key */
export function createBitcoinRail(options: BitcoinRailOptions): BitcoinRail {
  const { url, secondUrl, secret, xpub } = options;
  const chain = BITCOIN_CHAINS[options.chain];
  const keys = secret && bitcoinKeys(chain, secret);
  const access = url === undefined ? null : accessOf(chain, options, secondUrl === undefined ? [url] : [url, secondUrl]);
  const deposit = keys?.deposit;
  const wallet = keys?.hotWallet.address ?? options.wallet;
  return {
    code: 'bitcoin',
    ...(xpub !== undefined ? { addresses: depositAddresses(chain, xpub) } : {}),
    // The signer trusts only addresses that it can derive.
    ...(xpub === undefined && deposit ? { addresses: { derive: (index: number) => deposit(index).address } } : {}),
    ...(wallet === undefined ? {} : { ownAccounts: [wallet] }),
    ...(access ? readersOf(access, options) : {}),
    ...(access ? severalNodes(access.nodes, (node, now) => finalHead(node, access, now)) : {}),
    ...(access && keys && secret && !('privateKey' in secret) ? spendingOf(access, options, keys, bitcoinXpub(chain, secret)) : {}),
  };
}

function accessOf(chain: BitcoinChain, options: BitcoinRailOptions, urls: Access['urls']): Access {
  const [first, ...others] = urls;
  const open = (url: string): BitcoinNode => createNode(chain, nodeOptions(options, url), () => estimateOf(nodes.filter((_, n) => urls[n] !== url)));
  const nodes: Access['nodes'] = [open(first), ...others.map(open)];
  const { confirmations = CONFIRMATIONS, headAgeMsMax = HEAD_AGE_MS_MAX } = options;
  return { chain, urls, confirmations, headAgeMsMax, nodes };
}

/** Asks nodes in turn for an estimate; null when none has one. A node that cannot be asked has none. */
async function estimateOf(nodes: readonly BitcoinNode[]): Promise<FeeRate | null> {
  for (const node of nodes) {
    const told = await node.estimate().catch((error: unknown) => {
      if (error instanceof RailError) return null;
      throw error;
    });
    if (told !== null) return told;
  }
  return null;
}

function nodeOptions({ timeoutMs, fetch }: BitcoinRailOptions, url: string) {
  return { url, timeoutMs, ...(fetch ? { fetch } : {}) };
}

function readersOf(access: Access, options: BitcoinRailOptions): Pick<BitcoinRail, 'sources' | 'firstHand'> {
  const { chain, nodes, urls, confirmations, headAgeMsMax } = access;
  const { scanMs, dropAfterMs = DROP_AFTER_MS } = options;
  const pace = { pollMs: scanMs ?? SCAN_MS, idlePollMs: scanMs ?? IDLE_SCAN_MS };
  const [first, ...others] = nodes.map((node, n) => ({ node, wallet: openWallet(chain, nodeOptions(options, urls[n] ?? '')) }));
  return {
    ...(first ? { sources: createSources(chain, [first, ...others], { ...pace, confirmations, headAgeMsMax, dropAfterMs }) } : {}),
    firstHand: { by: 'reference', absent: ABSENT_REFERENCE, find: (reference, now) => paymentsAt(chain, nodes, reference, access, now) },
  };
}

function spendingOf(access: Access, options: BitcoinRailOptions, keys: ChainKeys, xpub: string): Pick<BitcoinRail, 'payouts' | 'boosts' | 'watched'> {
  const { chain, nodes, urls, confirmations } = access;
  const rateMax = BigInt(options.satoshiPerVbyteMax ?? SATOSHI_PER_VBYTE_MAX) * 1_000n;
  const feeMax = CURRENCIES.btc.payoutFeeMax;
  const spender: Spender = { chain, keys, confirmations, rateMax, feeMax };
  const plan = {
    deposits: depositDescriptor(chain, xpub),
    hotWallet: keyDescriptor(keys.hotWallet),
    hotWalletScript: requiredScript(chain, keys.hotWallet.address),
    since: options.walletSince ?? WALLET_SINCE,
    ahead: options.addressesAhead ?? ADDRESSES_AHEAD,
  };
  const spending = nodes.map((node, n): SpendingNode => ({ node, wallet: openOwnWallet(chain, nodeOptions(options, urls[n] ?? ''), plan) }));
  const askFresh = <T>(now: Date, ask: (one: SpendingNode, finalHash: string) => Promise<T>) =>
    askFirstAble(
      'bitcoin',
      spending,
      async (one) => ask(one, (await finalHead(one.node, access, now)).hash),
      ({ node }) => isLate(node, now),
    );
  return {
    payouts: {
      kind: 'signed',
      address: keys.hotWallet.address,
      maxFee: () => feeMax,
      async sign({ key, currency, destination, amount }, now, slotsInUse) {
        requireCurrency('bitcoin', 'btc', currency);
        return askFresh(now, (one) => signPayment(spender, one, { key, to: destination, amount }, slotsInUse));
      },
      async replace({ key, currency, destination, amount }, transfers, now) {
        requireCurrency('bitcoin', 'btc', currency);
        const newest = transfers.at(-1);
        if (!newest) return null;
        return askFresh(now, (one) => signReplacement(spender, one, { key, to: destination, amount }, newest));
      },
      feeCoin: (now) =>
        askFresh(now, async ({ node, wallet }, finalHash) => {
          const [rate, balance] = await Promise.all([node.feeRate(), finalBalance(wallet, finalHash, confirmations)]);
          return { balance, perTransfer: feeAt(rate, USUAL_VSIZE), perTransferMax: smaller(feeMax, feeAt(rateMax, USUAL_VSIZE)) };
        }),
      async broadcast(transfer) {
        requireContent(transfer);
        await broadcastToAll(nodes, (node) => node.broadcast(transfer.raw));
      },
      status: (transfers) => statusOf(nodes, transfers, confirmations),
      balances: (now) =>
        askFresh(now, async ({ wallet }, finalHash) => {
          return new Map<LedgerUnit, bigint>([[CURRENCIES.btc.reserve, await finalBalance(wallet, finalHash, confirmations)]]);
        }),
    },
    watched: {
      pollMs: WATCH_MS,
      async watch(highest) {
        // Each is told, whichever of the others is away.
        for (const told of await Promise.allSettled(spending.map(({ wallet }) => wallet.watch(highest)))) {
          if (told.status === 'rejected') throw told.reason;
        }
      },
    },
    boosts: {
      pollMs: options.boostMs ?? BOOST_MS,
      currency: 'btc',
      find: (references, now, inUse) =>
        askFresh(now, async (one) =>
          (await findBoosts(spender, one, references, now, inUse)).map(({ coin: { txid, vout, index, amount }, cost }) => ({
            reference: referenceOf(txid, vout),
            index,
            amount,
            cost,
          })),
        ),
      sign: (reference, now, inUse) =>
        askFresh(now, async (one) => {
          const [found] = await findBoosts(spender, one, [reference], now, inUse);
          return found ? signBoost(spender, one, found) : null;
        }),
    },
  };
}
