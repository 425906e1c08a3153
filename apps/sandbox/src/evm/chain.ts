import type { Books } from '../books.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import { balanceData, balanceSlot, batchData, readTransfer, TRANSFER_TOPIC, transferData, word } from './abi.ts';
import type { NodeAnswer, NodeCall } from './anvil.ts';
import { openCallLog } from './call-log.ts';
import { type CoinTransfer, openCoinHistory } from './coin-history.ts';
import { BATCH_WALLET, type EvmChainFacts, FORWARDER, SELF_DESTRUCTOR } from './facts.ts';
import type { EvmFault } from './faults.ts';
import { type LoggedNode, openNode } from './node.ts';
import type { EvmPace } from './options.ts';

/** A transfer of tokens in a block, or waiting for one. Addresses in lower case, amount in the token's units. */
export interface ChainTransfer {
  readonly txid: string;
  /** Position among the token's transfers of the transaction. */
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly at: Date;
}

/** Balances of an address: coins in wei, tokens in the token's units. */
export interface Holding {
  readonly address: string;
  readonly coins: bigint;
  readonly tokens: bigint;
}

/** A chain as one node sees it. The node starts with the first use. */
export interface Chain {
  /** Answers a node's caller, after the blocks that are due. */
  ask(calls: readonly NodeCall[]): Promise<readonly NodeAnswer[]>;
  /** Takes a signed transaction. */
  broadcast(raw: string): Promise<NodeAnswer>;
  /** Pays from a customer's wallet. @returns the transaction's id, or null if the balance is too small */
  pay(from: string, to: string, amount: bigint): Promise<string | null>;
  /** Pays with a worthless token, of which everybody has enough. @returns the transaction's id */
  payFake(contract: string, from: string, to: string, amount: bigint): Promise<string>;
  /** Pays coins, in wei, from a customer's wallet. @returns the transaction's id, or null if the balance is too small */
  payCoins(from: string, to: string, wei: bigint): Promise<string | null>;
  /** Pays coins through a contract, which leaves no transaction to the recipient. @returns the transaction's id */
  payCoinsByContract(how: 'call' | 'self-destruct', to: string, wei: bigint): Promise<string>;
  /** Makes a contract of an address. */
  setCode(address: string, code: string): Promise<void>;
  /** Pays several in one transaction, by internal calls of a contract, as an exchange does. @returns the transaction's id */
  payFromBatchWallet(moves: readonly { readonly to: string; readonly amount: bigint }[]): Promise<string>;
  /** Makes blocks at once, besides those that are due. */
  mine(count: number): Promise<void>;
  /** Replaces the newest blocks by a branch in which their transactions wait again, or are in its first block. */
  reorganise(depth: number, branch?: Branch): Promise<void>;
  /** Transfers in blocks, oldest first; of everybody, or to one address. */
  transfers(to?: string): Promise<ChainTransfer[]>;
  /** Transfers that wait for their block, newest first. */
  waiting(): Promise<ChainTransfer[]>;
  /** Transfers of the coin in blocks, oldest first; none where customers do not pay in it. */
  coinTransfers(): Promise<readonly CoinTransfer[]>;
  /** Transfers of the coin that wait for their block. */
  waitingCoins(): Promise<CoinTransfer[]>;
  holdings(): Promise<Holding[]>;
  close(): Promise<void>;
}

/** Settings of a chain. Balances in the token's units and in wei. */
export interface ChainSettings {
  readonly facts: EvmChainFacts;
  /** The exchange's hot wallet, which receives its opening balance once. */
  readonly wallet: string;
  readonly opening: { readonly tokens: bigint; readonly coins: bigint };
  /** Opening balance of a customer's address. */
  readonly customerTokens: bigint;
  readonly pace: EvmPace;
  readonly now: () => Date;
}

interface TokenLog {
  readonly topics: readonly [string, string, string];
  readonly data: string;
  readonly transactionHash: string;
  readonly blockTimestamp: string;
}

interface PoolTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
}

/** Coins of a customer's wallet, in wei, and what it pays for gas. */
const CUSTOMER_COINS = 10n ** 21n;
const CUSTOMER_GAS = { gas: '0x493e0', maxFeePerGas: '0xe8d4a51000', maxPriorityFeePerGas: '0x3b9aca00' };
const RAISED_FEE = { maxFeePerGas: '0x1d1a94a2000', maxPriorityFeePerGas: '0x77359400' };
/** Most that a customer's transaction costs, in wei. */
const CUSTOMER_FEE = BigInt(CUSTOMER_GAS.gas) * BigInt(CUSTOMER_GAS.maxFeePerGas);
/** Who calls the batch wallet. */
const BATCH_OPERATOR = `0x${'ca11'.repeat(10)}`;
/** While nothing happens a block is made only every so many. */
const QUIET_FACTOR = 5;
/** Blocks for which fees stay high once they have risen: longer than a transfer is waited for before it is replaced. */
const RISEN_BLOCKS = 60;
/** Blocks deeper than irreversible ones whose transactions are still known, so that these can be replaced too. */
const KNOWN_DEPTH = 2;

/** Opens a chain; its node starts with the first use. */
export function openChain(books: Books, faults: ProviderFaults<EvmFault>, settings: ChainSettings): Chain {
  const { facts, pace, now } = settings;
  const log = openCallLog(books, facts.code);
  const readCoinHistory = openCoinHistory();
  /** Whether the chain has not been used yet: reads of an unused chain are answered empty, without starting a node. */
  const isUnused = () => opened === null && log.isEmpty();
  let opened: Promise<LoggedNode> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let minedMs = Number.NEGATIVE_INFINITY;
  let tipSeconds = 0;
  /** The base fee that blocks have while it has risen, and for how many more. */
  let risen = { baseFee: 0n, blocks: 0 };
  const openedWallets = new Set<string>();

  /** Runs calls one after another, so that each is answered from a single state of the chain. */
  function turn<T>(work: (node: LoggedNode) => Promise<T>): Promise<T> {
    opened ??= start();
    const node = opened;
    const done = last
      .catch(() => undefined)
      .then(async () => {
        const open = await node;
        try {
          return await work(open);
        } finally {
          open.commit();
        }
      });
    last = done;
    return done;
  }

  async function start(): Promise<LoggedNode> {
    const { wallet, opening } = settings;
    const first = openingCalls(facts.token, wallet, opening.tokens, opening.coins);
    const node = await openNode(log, facts, now, first);
    tipSeconds = Number((await node.read<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp);
    return node;
  }

  /** Gives a customer's address its opening balance, unless it has one. */
  async function give(node: LoggedNode, address: string, tokens = settings.customerTokens): Promise<void> {
    if (openedWallets.has(address)) return;
    const hasCoins = BigInt(await node.read<string>('eth_getBalance', address, 'latest')) > 0n;
    const held = await tokensOf(node, address);
    // Coins alone open no wallet: the exchange may have sent them, or the node may have died between the two.
    if (!hasCoins || (tokens > 0n && held < tokens / 2n)) {
      for (const { method, params } of openingCalls(facts.token, address, held + tokens, CUSTOMER_COINS)) await node.change(method, ...params);
    }
    openedWallets.add(address);
  }

  async function tokensOf(node: LoggedNode, address: string): Promise<bigint> {
    return BigInt(await node.read<string>('eth_call', { to: facts.token, data: balanceData(address) }, 'latest'));
  }

  /** Makes the blocks that are due: after a time without requests only so many that what happened before is irreversible. */
  async function advance(node: LoggedNode): Promise<void> {
    const due = Math.floor((now().getTime() - minedMs) / pace.blockMs);
    const isQuiet = node.sent.size === 0 && Number.isFinite(due);
    if (due < (isQuiet ? QUIET_FACTOR : 1)) return;
    const count = Math.min(due, facts.finalBlocks + 1);
    for (let left = count - 1; left >= 0; left -= 1) await step(node, left);
    minedMs = now().getTime();
  }

  /** Makes a block, and lets happen what may happen to its transactions. */
  async function step(node: LoggedNode, left: number): Promise<void> {
    await mine(node, left);
    await follow(node);
  }

  /** @param left blocks of this run after this one */
  async function mine(node: LoggedNode, left: number): Promise<void> {
    if (risen.blocks > 0) {
      risen = { ...risen, blocks: risen.blocks - 1 };
      await node.change('anvil_setNextBlockBaseFeePerGas', toHex(risen.baseFee));
    }
    tipSeconds = Math.max(Math.floor((now().getTime() - left * pace.blockMs) / 1_000), tipSeconds + 1);
    await node.change('evm_mine', { timestamp: tipSeconds });
  }

  /** Forgets transactions that are irreversible, and lets faults happen to those that are not. */
  async function follow(node: LoggedNode): Promise<void> {
    const txids = [...node.sent.keys()];
    if (txids.length === 0) return;
    const head = Number(await node.read<string>('eth_blockNumber'));
    const blocks = await blocksOf(node, txids);
    const waiting = new Set((await waitingIn(node)).map(({ hash }) => hash));
    let mined = 0;
    for (const [index, txid] of txids.entries()) {
      const block = blocks[index] ?? null;
      // Neither mined nor waiting: another transaction has its nonce.
      if (block === null && !waiting.has(txid)) node.sent.delete(txid);
      if (block === null) continue;
      mined += 1;
      const depth = head - block + 1;
      if (depth > facts.finalBlocks + KNOWN_DEPTH) node.sent.delete(txid);
      else if (node.ghosts.has(txid) && depth === facts.finalBlocks - 1) {
        await drop(node, depth);
        node.ghosts.delete(txid);
        node.sent.delete(txid);
        return;
      }
    }
    if (mined > 0 && head > facts.finalBlocks && faults.take('reorganised')) await drop(node, facts.finalBlocks - 2);
  }

  /**
   * Drops blocks and makes as many others. What was in them is sent again, after that, or before, for the first of the others. In the nonce of a payment
   * that vanishes its sender pays itself, as one who spends twice does, or pays the same at a higher fee.
   */
  async function drop(node: LoggedNode, depth: number, branch: Branch = 'empty'): Promise<void> {
    const sent = [...node.sent];
    const senders = new Set(sent.flatMap(([, { params }]) => (isCustomers(params[0]) ? params[0].from : [])));
    await node.change('anvil_rollback', depth);
    // What any address was opened with may have been in those blocks too.
    openedWallets.clear();
    if (senders.has(BATCH_OPERATOR)) senders.add(BATCH_WALLET);
    for (const sender of senders) await give(node, sender);
    tipSeconds = Number((await node.read<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp);
    if (branch === 'full') await sendAgain(node, sent);
    for (let left = depth - 1; left >= 0; left -= 1) await mine(node, left);
    if (branch === 'empty') await sendAgain(node, sent);
  }

  async function sendAgain(node: LoggedNode, sent: readonly (readonly [string, NodeCall])[]): Promise<void> {
    const blocks = await blocksOf(
      node,
      sent.map(([txid]) => txid),
    );
    for (const [index, [txid, { method, params }]] of sent.entries()) {
      const [transaction] = params;
      if (blocks[index] !== null) continue;
      const ghost = node.ghosts.get(txid);
      if (ghost === undefined) await node.change(method, ...params);
      else if (isCustomers(transaction)) {
        await node.change(method, { ...transaction, ...(ghost === 'vanishes' ? { to: transaction.from, data: '0x' } : RAISED_FEE) });
      }
    }
  }

  /** The blocks of transactions; null for one that is in none. */
  async function blocksOf(node: LoggedNode, txids: readonly string[]): Promise<(number | null)[]> {
    const answers = await node.ask(txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })));
    return answers.map((answer) => {
      const receipt = 'result' in answer ? (answer.result as { readonly blockNumber: string } | null) : null;
      return receipt && Number(receipt.blockNumber);
    });
  }

  async function sendFrom(node: LoggedNode, from: string, to: string, data: string, wei = 0n): Promise<string> {
    const nonce = await node.read<string>('eth_getTransactionCount', from, 'pending');
    const answer = await node.change('eth_sendTransaction', { from, to, data, nonce, value: toHex(wei), ...CUSTOMER_GAS });
    if ('error' in answer) throw new Error(`${facts.code}: a customer's transaction is refused: ${answer.error.message}`);
    return String(answer.result);
  }

  async function waitingIn(node: LoggedNode): Promise<PoolTransaction[]> {
    const { pending } = await node.read<{ pending: Record<string, Record<string, PoolTransaction>> }>('txpool_content');
    return Object.values(pending).flatMap((ofSender) => Object.values(ofSender));
  }

  return {
    ask: (calls) =>
      turn(async (node) => {
        await advance(node);
        return node.ask(calls);
      }),
    broadcast: (raw) =>
      turn(async (node) => {
        await advance(node);
        const answer = await node.change('eth_sendRawTransaction', raw);
        if ('error' in answer) return answer;
        const { from, maxFeePerGas } = await node.read<{ from: string; maxFeePerGas: string }>('eth_getTransactionByHash', answer.result);
        if (faults.take('lose-next-tx') || faults.take('pool-emptied')) await forget(node, from);
        if (faults.take('fee-rises')) risen = { baseFee: BigInt(maxFeePerGas) * 2n, blocks: RISEN_BLOCKS };
        return answer;
      }),
    pay: (from, to, amount) =>
      turn(async (node) => {
        // Blocks first: one of them may drop what the wallet was opened with.
        await advance(node);
        await give(node, from);
        const waiting = (await waitingIn(node)).filter((one) => one.from === from).map(({ input }) => readTransfer(input)?.amount ?? 0n);
        const free = (await tokensOf(node, from)) - waiting.reduce((sum, one) => sum + one, 0n);
        if (free < amount) return null;
        const txid = await sendFrom(node, from, facts.token, transferData(to, amount));
        if (faults.take('deposit-vanishes')) node.markGhost(txid, 'vanishes');
        else if (faults.take('deposit-fee-raised')) node.markGhost(txid, 'fee-raised');
        return txid;
      }),
    payFake: (contract, from, to, amount) =>
      turn(async (node) => {
        await advance(node);
        await give(node, from);
        await node.change('anvil_setStorageAt', contract, balanceSlot(from), `0x${word(amount)}`);
        return sendFrom(node, from, contract, transferData(to, amount));
      }),
    payCoins: (from, to, wei) =>
      turn(async (node) => {
        await advance(node);
        await give(node, from);
        const waiting = (await waitingIn(node)).filter((one) => one.from === from).map(({ value }) => BigInt(value) + CUSTOMER_FEE);
        const coins = BigInt(await node.read<string>('eth_getBalance', from, 'latest'));
        if (coins - waiting.reduce((sum, one) => sum + one, 0n) < wei + CUSTOMER_FEE) return null;
        const txid = await sendFrom(node, from, to, '0x', wei);
        if (faults.take('deposit-vanishes')) node.markGhost(txid, 'vanishes');
        else if (faults.take('deposit-fee-raised')) node.markGhost(txid, 'fee-raised');
        return txid;
      }),
    payCoinsByContract: (how, to, wei) =>
      turn(async (node) => {
        await advance(node);
        await give(node, BATCH_OPERATOR, 0n);
        return sendFrom(node, BATCH_OPERATOR, how === 'call' ? FORWARDER : SELF_DESTRUCTOR, `0x${word(to)}`, wei);
      }),
    setCode: (address, code) =>
      turn(async (node) => {
        await node.change('anvil_setCode', address, code);
      }),
    payFromBatchWallet: (moves) =>
      turn(async (node) => {
        await advance(node);
        await give(node, BATCH_WALLET);
        await give(node, BATCH_OPERATOR, 0n);
        return sendFrom(node, BATCH_OPERATOR, BATCH_WALLET, batchData(facts.token, moves));
      }),
    mine: (count) =>
      turn(async (node) => {
        for (let left = count - 1; left >= 0; left -= 1) await step(node, left);
      }),
    reorganise: (depth, branch) => turn((node) => drop(node, depth, branch)),
    async transfers(to) {
      if (isUnused()) return [];
      return turn(async (node) => {
        await advance(node);
        const topics = [TRANSFER_TOPIC, ...(to === undefined ? [] : [null, `0x${word(to)}`])];
        return placed(await node.read<TokenLog[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: facts.token, topics }));
      });
    },
    async waiting() {
      if (isUnused()) return [];
      return turn(async (node) =>
        (await waitingIn(node)).flatMap(({ hash, from, to, input }) => {
          const moved = to?.toLowerCase() === facts.token ? readTransfer(input) : null;
          return moved ? [{ txid: hash, position: 0, from: from.toLowerCase(), ...moved, at: now() }] : [];
        }),
      );
    },
    async coinTransfers() {
      if (facts.coin === null || isUnused()) return [];
      return turn(async (node) => {
        await advance(node);
        return readCoinHistory(node);
      });
    },
    async waitingCoins() {
      if (facts.coin === null || isUnused()) return [];
      return turn(async (node) =>
        (await waitingIn(node)).flatMap(({ hash, from, to, input, value }) => {
          if (to === null || input !== '0x' || BigInt(value) === 0n) return [];
          return [{ txid: hash, reference: `${hash}:coin`, from: from.toLowerCase(), to: to.toLowerCase(), amount: BigInt(value), at: now() }];
        }),
      );
    },
    async holdings() {
      if (isUnused()) return [{ address: settings.wallet, ...settings.opening }];
      return turn(async (node) => {
        const logs = placed(
          await node.read<TokenLog[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: facts.token, topics: [TRANSFER_TOPIC] }),
        );
        const coins = facts.coin === null ? [] : await readCoinHistory(node);
        const addresses = [...new Set([settings.wallet, ...openedWallets, ...[...logs, ...coins].flatMap(({ from, to }) => [from, to])])];
        const calls = addresses.flatMap((address) => [
          { method: 'eth_call', params: [{ to: facts.token, data: balanceData(address) }, 'latest'] },
          { method: 'eth_getBalance', params: [address, 'latest'] },
        ]);
        const answers = (await node.ask(calls)).map((answer) => BigInt('result' in answer ? String(answer.result) : 0));
        return addresses.map((address, index) => ({ address, tokens: answers[2 * index] ?? 0n, coins: answers[2 * index + 1] ?? 0n }));
      });
    },
    async close() {
      await last.catch(() => undefined);
      await (await opened)?.stop();
    },
  };

  /** Forgets what waits in the pool from one sender. */
  async function forget(node: LoggedNode, from: string): Promise<void> {
    for (const { hash, from: sender } of await waitingIn(node)) {
      if (sender !== from) continue;
      await node.change('anvil_dropTransaction', hash);
    }
  }
}

/** Calls that set an address's balances. */
function openingCalls(token: string, address: string, tokens: bigint, coins: bigint): NodeCall[] {
  return [
    { method: 'anvil_setStorageAt', params: [token, balanceSlot(address), `0x${word(tokens)}`] },
    { method: 'anvil_setBalance', params: [address, toHex(coins)] },
  ];
}

/** Whether a transaction is a customer's, which the node signs, and no signed one. */
function isCustomers(transaction: unknown): transaction is { readonly from: string } {
  return typeof transaction === 'object' && transaction !== null && 'from' in transaction;
}

function placed(logs: readonly TokenLog[]): ChainTransfer[] {
  const counts = new Map<string, number>();
  return logs.map(({ topics, data, transactionHash, blockTimestamp }) => {
    const position = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, position + 1);
    const [from, to] = [`0x${topics[1].slice(26)}`, `0x${topics[2].slice(26)}`];
    return { txid: transactionHash, position, from, to, amount: BigInt(data), at: new Date(Number(blockTimestamp) * 1_000) };
  });
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
