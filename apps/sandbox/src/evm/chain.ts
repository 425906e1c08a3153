import type { Books } from '../books.ts';
import { createExclusiveNode } from '../chain/exclusive-node.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import { balanceData, balanceSlot, batchData, transferData, word } from './abi.ts';
import type { NodeAnswer, NodeCall } from './anvil.ts';
import { type BlockSettings, createBlocks } from './blocks.ts';
import { openCallLog } from './call-log.ts';
import { type CoinTransfer, openCoinHistory, waitingCoinTransfers } from './coin-history.ts';
import { CUSTOMER_FEE_MAX, createCustomerWallets, deploymentCalls, openingCalls } from './customer-wallets.ts';
import { BATCH_OPERATOR, BATCH_WALLET, FORWARDER, SELF_DESTRUCTOR } from './facts.ts';
import type { EvmFault } from './faults.ts';
import { type LoggedNode, openNode } from './node.ts';
import { emptyPoolOf, readPool, readPoolOf } from './pool.ts';
import { type ChainTransfer, readTokens, readTokenTransfers, waitingTokenTransfers } from './token-transfers.ts';

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
  /** Pays with a worthless token, of which every wallet has enough. @returns the transaction's id */
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
  /** Transfers in blocks, oldest first: all, or those to one address. */
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
export interface ChainSettings extends BlockSettings {
  /** The exchange's hot wallet, which receives its opening balance once. */
  readonly wallet: string;
  readonly opening: { readonly tokens: bigint; readonly coins: bigint };
  /** Opening balance of a customer's address. */
  readonly customerTokens: bigint;
  /** Call data by which the exchange's operator deploys a contract before anything else happens. */
  readonly deployment?: string | undefined;
}

/** Opens a chain; its node starts with the first use. */
export function openChain(books: Books, faults: ProviderFaults<EvmFault>, settings: ChainSettings): Chain {
  const { facts, now } = settings;
  const { token } = facts;
  const log = openCallLog(books, facts.code);
  const readCoinHistory = openCoinHistory();
  const wallets = createCustomerWallets(facts, settings.customerTokens);
  const blocks = createBlocks(settings, faults, wallets);
  const exclusive = createExclusiveNode(async () => {
    const { wallet, opening, deployment } = settings;
    const first = [...openingCalls(token, wallet, opening.tokens, opening.coins), ...(deployment === undefined ? [] : deploymentCalls(deployment))];
    const node = await openNode(log, facts, now, first);
    await blocks.begin(node);
    return node;
  });
  /** Whether the chain has not been used yet: reads of an unused chain are answered empty, without starting a node. */
  const isUnused = () => !exclusive.isStarted() && log.isEmpty();
  /** Uses the node after the blocks that are due. */
  const useUpToDate = <T>(work: (node: LoggedNode) => Promise<T>) =>
    exclusive.use(async (node) => {
      // Blocks first: one of them may drop what a wallet was opened with.
      await blocks.advance(node);
      return work(node);
    });

  /** Applies the faults of customers' payments. */
  function applyDepositFaults(node: LoggedNode, txid: string): string {
    if (faults.take('deposit-vanishes')) node.markGhost(txid, 'vanishes');
    else if (faults.take('deposit-fee-raised')) node.markGhost(txid, 'fee-raised');
    return txid;
  }

  return {
    ask: (calls) => useUpToDate((node) => node.ask(calls)),
    broadcast: (raw) =>
      useUpToDate(async (node) => {
        const answer = await node.change('eth_sendRawTransaction', raw);
        if ('error' in answer) return answer;
        const { from, maxFeePerGas } = await node.read<{ from: string; maxFeePerGas: string }>('eth_getTransactionByHash', answer.result);
        if (faults.take('lose-next-tx') || faults.take('pool-emptied')) await emptyPoolOf(node, from);
        if (faults.take('fee-rises')) blocks.raiseFees(BigInt(maxFeePerGas) * 2n);
        return answer;
      }),
    pay: (from, to, amount) =>
      useUpToDate(async (node) => {
        await wallets.open(node, from);
        const waiting = waitingTokenTransfers(await readPoolOf(node, from), token, now()).map(({ amount }) => amount);
        if ((await readTokens(node, token, from)) - sumOf(waiting) < amount) return null;
        return applyDepositFaults(node, await wallets.send(node, from, token, transferData(to, amount)));
      }),
    payFake: (contract, from, to, amount) =>
      useUpToDate(async (node) => {
        await wallets.open(node, from);
        await node.change('anvil_setStorageAt', contract, balanceSlot(from), `0x${word(amount)}`);
        return wallets.send(node, from, contract, transferData(to, amount));
      }),
    payCoins: (from, to, wei) =>
      useUpToDate(async (node) => {
        await wallets.open(node, from);
        const waiting = (await readPoolOf(node, from)).map(({ value }) => BigInt(value) + CUSTOMER_FEE_MAX);
        const coins = BigInt(await node.read<string>('eth_getBalance', from, 'latest'));
        if (coins - sumOf(waiting) < wei + CUSTOMER_FEE_MAX) return null;
        return applyDepositFaults(node, await wallets.send(node, from, to, '0x', wei));
      }),
    payCoinsByContract: (how, to, wei) =>
      useUpToDate(async (node) => {
        await wallets.open(node, BATCH_OPERATOR, 0n);
        return wallets.send(node, BATCH_OPERATOR, how === 'call' ? FORWARDER : SELF_DESTRUCTOR, `0x${word(to)}`, wei);
      }),
    setCode: (address, code) =>
      exclusive.use(async (node) => {
        await node.change('anvil_setCode', address, code);
      }),
    payFromBatchWallet: (moves) =>
      useUpToDate(async (node) => {
        await wallets.open(node, BATCH_WALLET);
        await wallets.open(node, BATCH_OPERATOR, 0n);
        return wallets.send(node, BATCH_OPERATOR, BATCH_WALLET, batchData(token, moves));
      }),
    mine: (count) => exclusive.use((node) => blocks.mine(node, count)),
    reorganise: (depth, branch) => exclusive.use((node) => blocks.drop(node, depth, branch)),
    async transfers(to) {
      return isUnused() ? [] : useUpToDate((node) => readTokenTransfers(node, token, to));
    },
    async waiting() {
      return isUnused() ? [] : exclusive.use(async (node) => waitingTokenTransfers(await readPool(node), token, now()));
    },
    async coinTransfers() {
      return facts.coin === null || isUnused() ? [] : useUpToDate(readCoinHistory);
    },
    async waitingCoins() {
      return facts.coin === null || isUnused() ? [] : exclusive.use(async (node) => waitingCoinTransfers(await readPool(node), now()));
    },
    async holdings() {
      if (isUnused()) return [{ address: settings.wallet, ...settings.opening }];
      return exclusive.use(async (node) => {
        const moved = [...(await readTokenTransfers(node, token)), ...(facts.coin === null ? [] : await readCoinHistory(node))];
        const addresses = [...new Set([settings.wallet, ...wallets.opened(), ...moved.flatMap(({ from, to }) => [from, to])])];
        return readHoldings(node, token, addresses);
      });
    },
    close: () => exclusive.close(),
  };
}

/** Reads balances, waiting transactions not included. */
async function readHoldings(node: LoggedNode, token: string, addresses: readonly string[]): Promise<Holding[]> {
  const calls = addresses.flatMap((address) => [
    { method: 'eth_call', params: [{ to: token, data: balanceData(address) }, 'latest'] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ]);
  const answers = (await node.ask(calls)).map((answer) => BigInt('result' in answer ? String(answer.result) : 0));
  return addresses.map((address, index) => ({ address, tokens: answers[2 * index] ?? 0n, coins: answers[2 * index + 1] ?? 0n }));
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
