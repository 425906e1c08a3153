import { join } from 'node:path';
import { DEFAULT_COLLECTION_ACCOUNT } from '@quydoi/sandbox/bank/options';
import type { ExchangeOptions } from '../system/exchange-under-test.ts';

const NAIVE_SIGNER = join(import.meta.dirname, '../kills/naive-signer.ts');

/** Accounts that customers are told to pay into, one after the other: operators change them while orders are being paid. */
export const COLLECTION_ACCOUNTS = [DEFAULT_COLLECTION_ACCOUNT, '0011004567891'] as const;

/** Dong are paid out by payOS and AppotaPay, in turns: each has half of the money. */
const APPOTAPAY_OPENING_DONG = '2500000000';

/** Short intervals: minutes cover what takes hours in production. */
const ENV: NonNullable<ExchangeOptions['env']> = {
  // Balances are compared more often than a memo is waited for: what waits would be a difference.
  worker: {
    RECONCILE_MS: '1500',
    SEPAY_MEMO_WAIT_MS: '1',
    TRON_SCAN_MS: '700',
    TRON_VANISHED_MS: '2000',
    ETHEREUM_SCAN_MS: '700',
    ETHEREUM_VANISHED_MS: '2000',
    BSC_SCAN_MS: '700',
    BSC_VANISHED_MS: '2000',
    BITCOIN_SCAN_MS: '700',
    BITCOIN_VANISHED_MS: '2000',
  },
  signer: {
    PATIENCE_MS: '8000',
    VOUCHER_DOUBT_MS: '60000',
    APPOTAPAY_PAYOUTS: 'on',
    SEPAY_MEMO_WAIT_MS: '1',
    PM_LIST_MS: '1500',
    TRON_VALIDITY_MS: '15000',
    TRON_EXPIRY_MARGIN_MS: '3000',
    TRON_SWEEP_MIN: '15',
    ETHEREUM_SWEEP_MIN: '15',
    BSC_SWEEP_MIN: '15',
    BALANCE_CHECK_MS: '2000',
    FEE_COIN_CHECK_MS: '3000',
  },
  sandbox: {
    SANDBOX_LINKED_ACCOUNTS: COLLECTION_ACCOUNTS[1],
    SANDBOX_APPOTAPAY_OPENING: APPOTAPAY_OPENING_DONG,
    SANDBOX_TRON_BLOCK_MS: '300',
    SANDBOX_TRON_SOLID_BLOCKS: '3',
    // Blocks are dated by the second: with shorter ones the chain's time runs away from the orders' timers.
    SANDBOX_EVM_BLOCK_MS: '1000',
    // Its blocks cost the most to make, and two of them confirm.
    SANDBOX_BITCOIN_BLOCK_MS: '1000',
  },
};

/** Options of an exchange for chaos runs, optionally with the naive signer. */
export function chaosExchangeOptions(isNaive: boolean): ExchangeOptions {
  return isNaive ? { env: ENV, scripts: { signer: NAIVE_SIGNER } } : { env: ENV };
}
