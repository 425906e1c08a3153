import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import { type CoinMovement, internalMovement, payerAmong, smallestWei } from './coin-payments.ts';
import { isContract, isDelegation } from './delegation.ts';
import type { EvmNode } from './node.ts';
import { type InnerMove, innerMove } from './traces.ts';
import type { Block } from './wire.ts';

/** Balances of addresses at a block, in wei. */
type Balances = ReadonlyMap<string, bigint>;

/** Movements found by balances, and watched addresses that are contracts. */
export interface BalanceRead {
  readonly movements: readonly CoinMovement[];
  readonly contracts: readonly string[];
}

/**
 * Reads what contracts moved to addresses, by their balances: they rose by more than the transactions explain. The addresses are accounts without code
 * that spends coins, so that all they spend is told by their own transactions. What is no payment for being too small is not looked for.
 * @param blocks irreversible and consecutive
 * @param watched addresses in lower case
 * @throws StateGone when the node has a block's state no more
 */
export type BalanceReader = (blocks: readonly Block[], watched: readonly string[]) => Promise<BalanceRead>;

/** What blocks did to the balance of an address, in wei. */
interface BalanceChange {
  readonly account: string;
  readonly blocks: readonly Block[];
  readonly before: bigint;
  readonly after: bigint;
}

/** A rise of a balance within one block by more than the transactions explain. */
interface Rise {
  readonly account: string;
  readonly block: Block;
  readonly wei: bigint;
}

/** Rises, and addresses whose balance is none of an account without code. */
interface ComparedBalances {
  readonly rises: readonly Rise[];
  readonly contracts: readonly string[];
}

/** Opens a reader of balances that remembers those at the last block: the next page begins with them. */
export function openBalanceReader(chain: EvmChain, node: EvmNode): BalanceReader {
  let last: { readonly hash: string; readonly balances: Balances } | null = null;

  async function balancesBefore({ number, parentHash }: Block, watched: readonly string[]): Promise<Balances> {
    const known = last?.hash === parentHash ? last.balances : new Map<string, bigint>();
    const missing = watched.filter((address) => !known.has(address));
    return new Map([...known, ...(await balancesAt(node, missing, number - 1))]);
  }

  return async (blocks, watched) => {
    const [first, end] = [blocks[0], blocks.at(-1)];
    if (!first || !end || watched.length === 0) return { movements: [], contracts: [] };
    const before = await balancesBefore(first, watched);
    const after = await balancesAt(node, watched, end.number);
    const changes = watched.map((account) => ({ account, blocks, before: before.get(account) ?? 0n, after: after.get(account) ?? 0n }));
    const { rises, contracts } = await compare(chain, node, changes);
    const movements = await movementsOf(node, rises);
    last = { hash: end.hash, balances: after };
    return { movements, contracts };
  };
}

/**
 * Finds the blocks in which balances rose by the smallest payment or more beyond what their transactions explain, by halves, of all addresses at once: a
 * stranger who pays dust to many addresses in every block makes no more requests of it than these balances fill.
 */
async function compare(chain: EvmChain, node: EvmNode, all: readonly BalanceChange[]): Promise<ComparedBalances> {
  const min = smallestWei(chain);
  const explained = await readExplained(chain, node, all);
  const rises: Rise[] = [];
  const misfits = new Map<string, number>();
  for (let changes = all; changes.length > 0; ) {
    const wide: BalanceChange[] = [];
    for (const change of changes) {
      const { account, blocks, before, after } = change;
      const wei = after - before - blocks.reduce((sum, { number }) => sum + explained(number, account), 0n);
      const [block] = blocks;
      if (!block) continue;
      if (wei < 0n) misfits.set(account, blocks.at(-1)?.number ?? block.number);
      else if (wei >= min && blocks.length > 1) wide.push(change);
      else if (wei >= min && wei > 0n) rises.push({ account, block, wei });
    }
    changes = await halved(node, wide);
  }
  const contracts = await requireContracts(chain, node, misfits);
  return { rises: rises.filter(({ account }) => !misfits.has(account)).toSorted((a, b) => a.block.number - b.block.number), contracts };
}

/**
 * Requires addresses whose balances fell by more than their transactions explain to be contracts. Other ones may have been told by several nodes behind
 * one address, which are of different blocks.
 * @param misfits blocks by which the balance had fallen, by address
 */
async function requireContracts(chain: EvmChain, node: EvmNode, misfits: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const accounts = [...misfits.keys()];
  const codes = await node.codes([...misfits].map(([wallet, at]) => ({ wallet, at })));
  if (!codes.every(isContract)) throw new RailError(chain.code, 'busy', 'not-done', 'the balance of an address does not fit its transactions');
  return accounts;
}

async function halved(node: EvmNode, changes: readonly BalanceChange[]): Promise<readonly BalanceChange[]> {
  const parts = changes.map((change) => {
    const half = Math.ceil(change.blocks.length / 2);
    return { ...change, older: change.blocks.slice(0, half), newer: change.blocks.slice(half) };
  });
  const between = await node.coinsAt(parts.map(({ account, older }) => ({ wallet: account, at: older.at(-1)?.number ?? 0 })));
  return parts.flatMap(({ account, before, after, older, newer }, index) => [
    { account, blocks: older, before, after: between[index] ?? 0n },
    { account, blocks: newer, before: between[index] ?? 0n, after },
  ]);
}

async function balancesAt(node: EvmNode, accounts: readonly string[], at: number): Promise<Balances> {
  const told = await node.coinsAt(accounts.map((wallet) => ({ wallet, at })));
  return new Map(accounts.map((account, index) => [account, told[index] ?? 0n]));
}

/** Reads what the transactions from and to addresses did to their balances in a block, in wei. */
async function readExplained(
  { code }: EvmChain,
  node: EvmNode,
  changes: readonly BalanceChange[],
): Promise<(block: number, account: string) => bigint> {
  const accounts = new Set(changes.map(({ account }) => account));
  const transactions = (changes[0]?.blocks ?? []).flatMap((block) => block.transactions.map((one) => ({ ...one, block: block.number })));
  const received = transactions.filter(({ to }) => to !== null && accounts.has(to));
  const mayRefuse = await delegatingAmong(node, new Set(received.flatMap(({ to }) => to ?? [])), changes[0]?.blocks.at(-1)?.number ?? 0);
  const asked = transactions.filter(({ from, to }) => accounts.has(from) || (to !== null && mayRefuse.has(to)));
  const told = await node.receipts(asked.map(({ hash }) => hash));
  const receipts = new Map(asked.map(({ hash }, index) => [hash, told[index]]));
  const explained = new Map<string, bigint>();
  const add = (block: number, account: string, wei: bigint) =>
    explained.set(`${block}:${account}`, (explained.get(`${block}:${account}`) ?? 0n) + wei);
  for (const { block, to, value, hash } of received) if (to !== null && receipts.get(hash)?.status !== '0x0') add(block, to, value);
  for (const { block, from, hash, value } of asked) {
    const receipt = receipts.get(hash);
    if (!receipt) throw new RailError(code, 'busy', 'not-done', `the node has no receipt of ${hash} yet`);
    if (accounts.has(from)) add(block, from, -(receipt.gasUsed * receipt.effectiveGasPrice) - (receipt.status === '0x1' ? value : 0n));
  }
  return (block, account) => explained.get(`${block}:${account}`) ?? 0n;
}

/** Addresses that delegate to a contract by a block: what is sent to them with too little gas fails, and stays with its payer. */
async function delegatingAmong(node: EvmNode, accounts: ReadonlySet<string>, at: number): Promise<ReadonlySet<string>> {
  if (accounts.size === 0) return accounts;
  const codes = await node.codes([...accounts].map((wallet) => ({ wallet, at })));
  return new Set([...accounts].filter((_, index) => isDelegation(codes[index] ?? '0x')));
}

/** Names the payers of rises, as far as the node traces them: after a block that it cannot trace no further one is tried. */
async function movementsOf(node: EvmNode, rises: readonly Rise[]): Promise<readonly CoinMovement[]> {
  const movements: CoinMovement[] = [];
  let isTraced = true;
  for (const [block, risen] of Map.groupBy(rises, (rise) => rise.block)) {
    const moves: readonly InnerMove[] | null = isTraced ? await tracedIn(node, block, new Set(risen.map(({ account }) => account))) : null;
    isTraced = moves !== null;
    for (const { account, wei } of risen) {
      const payers = (moves ?? []).filter(({ to }) => to === account).map(({ from }) => from);
      movements.push(internalMovement(block.number, account, wei, payerAmong(payers), block.timestamp));
    }
  }
  return movements;
}

/** Moves to addresses that a node traces in a block; null when it does not tell them all, whatever the reason. */
async function tracedIn(node: EvmNode, { number }: Block, accounts: ReadonlySet<string>): Promise<readonly InnerMove[] | null> {
  try {
    const entries = await node.tracesTo(number, number, [...accounts]);
    return entries.flatMap((entry) => innerMove(entry) ?? []);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    return null;
  }
}
