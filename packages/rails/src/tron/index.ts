import { CURRENCIES } from '@quydoi/domain/currencies';
import { type DepositScan, type DepositSweeps, type PayoutRequest, type Rail, RailError, type SignedPayOut } from '../rail.ts';
import { addressWord, BALANCE_OF } from './abi.ts';
import { hexOf } from './address.ts';
import { type BuildOptions, signTokens, signTrx, type TronTransfer } from './build.ts';
import { createDepositScan } from './deposits.ts';
import { depositAddresses, type TronKey, type TronKeys, type TronSecret, tronKeys } from './keys.ts';
import { createNode, type TronNode } from './node.ts';
import { requireSigned, statusOf } from './status.ts';

/** What the TRON rail needs. It has the parts that its options are enough for. */
export interface TronRailOptions {
  /** `https://api.trongrid.io`; without a node there are addresses only. */
  readonly node?: TronNodeAccess;
  /** A second, independent node: what is called expired is then expired for both. */
  readonly secondNode?: TronNodeAccess;
  /** What can spend; for the signer alone. Gives `payOut` and, with words or a seed, `sweeps` and `addresses`: a single key is of the hot wallet only. */
  readonly secret?: TronSecret;
  /** Extended public key of the deposit account; gives `addresses`, as a secret with words or a seed does. */
  readonly xpub?: string;
  /** The USDT contract, where it is not the main network's. */
  readonly contract?: string;
  /** The most that one transfer may burn for energy, in sun. */
  readonly feeLimitSunMax?: number;
  /** How long a signed transfer can be included, from the irreversible head's time on. */
  readonly validityMs?: number;
  /** How far past the expiration the irreversible head has to be before a transfer is called expired. */
  readonly expiryMarginMs?: number;
  /** How far the irreversible head may be from our clock when signing. */
  readonly headSkewMsMax?: number;
  /** Blocks that one page of deposits reads. */
  readonly blocksMax?: number;
  readonly fetch?: typeof fetch;
  /** For one call to a node. */
  readonly timeoutMs: number;
}

/** How a node is reached. */
export interface TronNodeAccess {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** 1 TRX is 1,000,000 sun. A transfer to a new holder is about 13 TRX. */
const FEE_LIMIT_SUN_MAX = 30_000_000;
const VALIDITY_MS = 5 * 60_000;
const EXPIRY_MARGIN_MS = 30_000;
/** The irreversible head is about a minute behind by nature. */
const HEAD_SKEW_MS_MAX = 5 * 60_000;
const BLOCKS_MAX = 20;
/** A token slot that holds something costs the next customer half the energy of an empty one. */
const LEFT_BEHIND = 1n;

/** Payouts in USDT from the hot wallet. */
export interface TronPayOut extends SignedPayOut {
  sign(request: PayoutRequest, now: Date): Promise<TronTransfer>;
  /** The hot wallet. */
  readonly address: string;
  /** TRX of the hot wallet, in sun: what fees are burned from. */
  trxBalance(): Promise<bigint>;
}

/** The rail of USDT on TRON. */
export interface TronRail extends Rail {
  readonly payOut?: TronPayOut;
  readonly deposits?: DepositScan;
  readonly sweeps?: DepositSweeps;
}

/** Makes the rail of USDT on TRON. It opens no connection by itself. @throws Error when a key is none */
export function createTronRail(options: TronRailOptions): TronRail {
  const contract = options.contract ?? CURRENCIES.trc20.contract;
  const contractHex = requireHex(contract);
  const node = options.node && nodeOf(options, options.node);
  const second = options.secondNode && nodeOf(options, options.secondNode);
  const build: BuildOptions = {
    contract,
    feeLimitSunMax: options.feeLimitSunMax ?? FEE_LIMIT_SUN_MAX,
    validityMs: options.validityMs ?? VALIDITY_MS,
    headSkewMsMax: options.headSkewMsMax ?? HEAD_SKEW_MS_MAX,
  };
  const keys = options.secret && tronKeys(options.secret);
  const nodes = [node, second].filter((one) => one !== undefined);
  const marginMs = options.expiryMarginMs ?? EXPIRY_MARGIN_MS;
  return {
    code: 'tron',
    ...addressesOf(options.xpub, keys),
    ...(node ? { deposits: createDepositScan(node, { contract: contractHex, blocksMax: options.blocksMax ?? BLOCKS_MAX }) } : {}),
    ...(node && keys ? { payOut: payOutOf(node, nodes, build, keys.hotWallet, marginMs) } : {}),
    ...(node && keys?.deposit ? { sweeps: sweepsOf(node, build, keys.hotWallet, keys.deposit) } : {}),
  };
}

/** From the public key, else from the secret itself: the signer believes no address that it cannot derive. */
function addressesOf(xpub: string | undefined, keys: TronKeys | undefined): Pick<Rail, 'addresses'> {
  if (xpub !== undefined) return { addresses: depositAddresses(xpub) };
  const deposit = keys?.deposit;
  return deposit ? { addresses: { derive: (index) => deposit(index).address } } : {};
}

function nodeOf({ timeoutMs, fetch }: TronRailOptions, access: TronNodeAccess): TronNode {
  return createNode({ ...access, timeoutMs, ...(fetch ? { fetch } : {}) });
}

function payOutOf(node: TronNode, nodes: readonly TronNode[], build: BuildOptions, key: TronKey, marginMs: number): TronPayOut {
  return {
    kind: 'signed',
    address: key.address,
    maxFee: () => 0n,
    sign: ({ key: id, destination, amount }, now) => signTokens(node, build, key, { key: id, to: destination, amount }, now),
    broadcast: async (transfer) => node.broadcast(requireSigned(transfer)),
    status: (transfers) => statusOf(nodes, marginMs, transfers),
    balance: () => tokenBalance(node, build.contract, key.address),
    trxBalance: async () => BigInt(await node.trxSun(requireHex(key.address))),
  };
}

function sweepsOf(node: TronNode, build: BuildOptions, hotWallet: TronKey, keyOf: NonNullable<TronKeys['deposit']>): DepositSweeps {
  const balance = (index: number) => tokenBalance(node, build.contract, keyOf(index).address);
  return {
    balance,
    gas: async (index) => BigInt(await node.trxSun(requireHex(keyOf(index).address))),
    async signSweep(index, amount, now) {
      if (amount > (await balance(index)) - LEFT_BEHIND) throw new RailError('tron', 'refused', 'not-done', 'a sweep has to leave one unit');
      return signTokens(node, build, keyOf(index), { key: `sweep ${index}`, to: hotWallet.address, amount }, now);
    },
    signFund: (index, amountSun, now) =>
      signTrx(node, build, hotWallet, { key: `fund ${index}`, to: keyOf(index).address, amountSun: Number(amountSun) }, now),
  };
}

/** The irreversible side's balance: payouts that are settled are out of it, deposits that are credited are in it. */
async function tokenBalance(node: TronNode, contract: string, address: string): Promise<bigint> {
  const owner = requireHex(address);
  const call = { owner, contract: requireHex(contract), signature: BALANCE_OF, parameters: addressWord(owner) };
  const [word] = (await node.call('walletsolidity', call)).words;
  if (word === undefined || word.length !== 64) throw new RailError('tron', 'malformed', 'not-done', 'the contract tells no balance');
  return BigInt(`0x${word}`);
}

function requireHex(address: string): string {
  const hex = hexOf(address);
  if (hex === null) throw new Error(`no TRON address: ${address}`);
  return hex;
}
