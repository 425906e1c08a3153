import { z } from 'zod';
import { readTransferLog } from '../chain/erc20.ts';
import type { AssetArrival } from '../source.ts';
import { base58Of } from './address.ts';
import { type BlockTransaction, hasSucceeded, type TransactionInfo } from './node.ts';

/** Amounts of TRX below this are left out: strangers send dust so that their address shows in a wallet's history (address poisoning). */
const DUST_SUN = 100_000n;

const address = z.string().regex(/^41[0-9a-f]{40}$/);
const amount = z.int().positive();
const coinTransfer = z.object({
  type: z.literal('TransferContract'),
  parameter: z.object({ value: z.object({ owner_address: address, to_address: address, amount }) }),
});
const assetTransfer = z.object({
  type: z.literal('TransferAssetContract'),
  parameter: z.object({ value: z.object({ owner_address: address, to_address: address, amount, asset_name: z.string().max(200) }) }),
});
const rawData = z.object({ contract: z.tuple([z.discriminatedUnion('type', [coinTransfer, assetTransfer])]) });
const failed = z.tuple([z.object({ contractRet: z.string().refine((result) => result !== 'SUCCESS') })]);

/** Transfers of other tokens than ours (TRC-20) in a transaction. What cannot be read is left out: any contract may write any log. */
export function otherTokensOf(info: TransactionInfo, contract: string): AssetArrival[] {
  if (!hasSucceeded(info)) return [];
  return info.log.flatMap((log, index) => {
    const transfer = log.address === contract.slice(2) ? null : readTransferLog(log);
    if (transfer === null || transfer === 'unreadable' || transfer.amount === 0n || !/^[0-9a-f]{40}$/.test(log.address)) return [];
    const asset = base58Of(log.address);
    const { from, to, amount } = transfer;
    return [{ account: base58Of(to), reference: `${info.id}:${index}`, txid: info.id, asset, amount, payer: base58Of(from) }];
  });
}

/** The transfer of TRX, or of an asset of the chain itself (TRC-10), that a transaction makes. */
export function coinsOf({ txID, raw_data, ret }: BlockTransaction): AssetArrival[] {
  const parsed = rawData.safeParse(raw_data);
  if (!parsed.success || failed.safeParse(ret).success) return [];
  const [{ type, parameter }] = parsed.data.contract;
  const { owner_address, to_address, amount } = parameter.value;
  if (type === 'TransferContract' && BigInt(amount) < DUST_SUN) return [];
  const asset = 'asset_name' in parameter.value ? `TRC10 ${parameter.value.asset_name}` : 'trx';
  const [account, payer] = [base58Of(to_address.slice(2)), base58Of(owner_address.slice(2))];
  return [{ account, reference: txID, txid: txID, asset, amount: BigInt(amount), payer }];
}
