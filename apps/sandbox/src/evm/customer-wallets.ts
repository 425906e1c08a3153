import { balanceSlot, word } from './abi.ts';
import type { NodeCall } from './anvil.ts';
import type { EvmChainFacts } from './facts.ts';
import { toHex } from './hex.ts';
import type { LoggedNode } from './node.ts';
import { readTokens } from './token-transfers.ts';

/** Coins of a customer's wallet, in wei. */
const CUSTOMER_COINS = 10n ** 21n;
const CUSTOMER_GAS = { gas: '0x493e0', maxFeePerGas: '0xe8d4a51000', maxPriorityFeePerGas: '0x3b9aca00' };
/** An operator of the exchange. */
const OPERATOR = `0x${'09e7'.repeat(10)}`;
/** The deterministic deployment proxy, which anvil has as every chain does. */
const DEPLOYMENT_PROXY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const DEPLOYMENT_GAS = '0xf4240';
/** Fees of a customer who pays once more at a higher fee. */
export const RAISED_FEE = { maxFeePerGas: '0x1d1a94a2000', maxPriorityFeePerGas: '0x77359400' } as const;
/** Most that a customer's transaction costs, in wei. */
export const CUSTOMER_FEE_MAX = BigInt(CUSTOMER_GAS.gas) * BigInt(CUSTOMER_GAS.maxFeePerGas);

/** Customers' wallets. Their transactions are signed by the node. */
export interface CustomerWallets {
  /** Gives a wallet its opening balance, unless it has one. @param tokens opening balance in the token's units */
  open(node: LoggedNode, address: string, tokens?: bigint): Promise<void>;
  /** Wallets that have their opening balance. */
  opened(): Iterable<string>;
  /** Makes `open` look at each wallet again: dropped blocks may have held its opening balance. */
  forget(): void;
  /** Sends a transaction. @returns its id @throws Error when the node refuses it */
  send(node: LoggedNode, from: string, to: string, data: string, wei?: bigint): Promise<string>;
}

/** Creates customers' wallets with an opening balance of `customerTokens`. */
export function createCustomerWallets({ code, token }: EvmChainFacts, customerTokens: bigint): CustomerWallets {
  const opened = new Set<string>();
  return {
    async open(node, address, tokens = customerTokens) {
      if (opened.has(address)) return;
      const hasCoins = BigInt(await node.read<string>('eth_getBalance', address, 'latest')) > 0n;
      const held = await readTokens(node, token, address);
      // Coins alone open no wallet: the exchange may have sent them, or the node may have died between the two.
      if (!hasCoins || (tokens > 0n && held < tokens / 2n)) {
        for (const { method, params } of openingCalls(token, address, held + tokens, CUSTOMER_COINS)) await node.change(method, ...params);
      }
      opened.add(address);
    },
    opened: () => opened.values(),
    forget: () => opened.clear(),
    async send(node, from, to, data, wei = 0n) {
      const nonce = await node.read<string>('eth_getTransactionCount', from, 'pending');
      const answer = await node.change('eth_sendTransaction', { from, to, data, nonce, value: toHex(wei), ...CUSTOMER_GAS });
      if ('error' in answer) throw new Error(`${code}: a customer's transaction is refused: ${answer.error.message}`);
      return String(answer.result);
    },
  };
}

/** Calls that set an address's balances. */
export function openingCalls(token: string, address: string, tokens: bigint, coins: bigint): NodeCall[] {
  return [
    { method: 'anvil_setStorageAt', params: [token, balanceSlot(address), `0x${word(tokens)}`] },
    { method: 'anvil_setBalance', params: [address, toHex(coins)] },
  ];
}

/** Calls by which an operator of the exchange deploys a contract. @param data call data for the deployment proxy */
export function deploymentCalls(data: string): NodeCall[] {
  const transaction = { from: OPERATOR, to: DEPLOYMENT_PROXY, data, ...CUSTOMER_GAS, gas: DEPLOYMENT_GAS };
  return [
    { method: 'anvil_setBalance', params: [OPERATOR, toHex(CUSTOMER_COINS)] },
    { method: 'eth_sendTransaction', params: [transaction] },
  ];
}

/** Whether a call's transaction is a customer's, which the node signs; the exchange's come signed. */
export function isCustomers(transaction: unknown): transaction is { readonly from: string } {
  return typeof transaction === 'object' && transaction !== null && 'from' in transaction;
}
