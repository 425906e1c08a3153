import { type Outpoint, parseTransaction } from './block.ts';
import { failure } from './core-rpc.ts';
import type { OwnWallet } from './wallet.ts';

/**
 * What we have on the irreversible side, in satoshi: final coins, and those that transfers spend which are not final yet. A transfer's payment, fee and
 * change count only once it is final, as in the ledger.
 * @param finalHash hash of the newest final block
 */
export async function finalBalance(wallet: OwnWallet, finalHash: string, confirmations: number): Promise<bigint> {
  // The coins first: one that is spent in between is then still among them.
  const coins = await wallet.coins(confirmations);
  const moved = await wallet.movementsSince(finalHash);
  const known = new Set(coins.map(keyOf));
  const sending = moved.filter((one) => one.category === 'send' && one.confirmations >= 0 && one.confirmations < confirmations);
  const transfers = await wallet.transactions([...new Set(sending.map(({ txid }) => txid))]);
  // A transfer and its replacement spend the same coins.
  const spent = new Map(transfers.flatMap(({ hex }) => parseTransaction(hex).inputs.map((input) => [keyOf(input), input] as const)));
  const missing = [...spent].filter(([key]) => !known.has(key)).map(([, input]) => input);
  const parents = await wallet.transactions(missing.map(({ txid }) => txid));
  const underWay = missing.reduce((sum, { vout }, n) => {
    const parent = parents[n];
    if (!parent) throw failure('malformed', 'gettransaction: no answer');
    // A boost spends a deposit that is not final itself.
    return parent.confirmations < confirmations ? sum : sum + (parseTransaction(parent.hex).outputs[vout]?.amount ?? 0n);
  }, 0n);
  return coins.reduce((sum, { amount }) => sum + amount, underWay);
}

function keyOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}
