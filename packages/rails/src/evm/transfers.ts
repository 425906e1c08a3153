import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ChainSide } from '../chain/block-sources.ts';
import { type Log, readTransferLog, type TokenTransfer } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { AssetArrival } from '../source.ts';
import { type EvmChain, tokenUnits } from './chains.ts';
import type { ChainLog } from './wire.ts';

/** A transfer of tokens with its place in its transaction. */
interface PlacedTransfer extends TokenTransfer {
  /** `txid:n`, n being the position among the transfers of the same contract in the transaction: it stays when another block includes the transaction. */
  readonly reference: string;
  readonly log: ChainLog;
}

/**
 * The payments in logs: transfers of the chain's token.
 * @param timeOf time of a block, in Unix seconds
 * @throws RailError `malformed` when a transfer cannot be read
 */
export function paymentsIn(chain: EvmChain, logs: readonly ChainLog[], side: ChainSide, timeOf: (log: ChainLog) => number): PaymentFact[] {
  const { contract, chainDecimals, reserve, scale, paymentMin } = CURRENCIES[chain.token];
  const own = logs.filter(({ address }) => address === contract.toLowerCase());
  return placed(own).flatMap((transfer) => {
    if (transfer === 'unreadable') throw new RailError(chain.code, 'malformed', 'not-done', 'a transfer of the token cannot be read');
    const { reference, from, to, amount, log } = transfer;
    const units = amount / tokenUnits(chain.token);
    // Strangers send nothing, or next to it, so that their address shows in a wallet's history (address poisoning), or to keep us busy.
    if (units < paymentMin) return [];
    return [
      {
        network: chain.code,
        account: toChecksumAddress(to),
        reference,
        unit: reserve,
        amount: units,
        exactAmount: chainDecimals > scale ? formatDecimal(amount, chainDecimals) : null,
        memo: '',
        payer: toChecksumAddress(from),
        payerName: null,
        paidAt: new Date(timeOf(log) * 1_000),
        confirmed: side === 'confirmed',
        source: side === 'confirmed' ? `${chain.code}-block` : `${chain.code}-head`,
        sourceId: reference,
      } satisfies PaymentFact,
    ];
  });
}

/** Transfers of other tokens in logs. What cannot be read is left out: any contract may write any log. */
export function otherTokensIn(chain: EvmChain, logs: readonly ChainLog[]): AssetArrival[] {
  const { contract } = CURRENCIES[chain.token];
  const others = logs.filter(({ address }) => address !== contract.toLowerCase());
  return [...Map.groupBy(others, ({ address }) => address)].flatMap(([address, ofToken]) =>
    placed(ofToken).flatMap((transfer) => {
      if (transfer === 'unreadable' || transfer.amount === 0n) return [];
      const { reference, from, to, amount, log } = transfer;
      const asset = toChecksumAddress(address.slice(2));
      return [
        {
          account: toChecksumAddress(to),
          reference: `${reference}:${asset}`,
          txid: log.transactionHash,
          asset,
          amount,
          payer: toChecksumAddress(from),
        },
      ];
    }),
  );
}

/** Reads one contract's logs of transfers, which have to be all those of their transactions. */
function placed(logs: readonly ChainLog[]): (PlacedTransfer | 'unreadable')[] {
  const counts = new Map<string, number>();
  return logs
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .flatMap((log) => {
      const position = counts.get(log.transactionHash) ?? 0;
      counts.set(log.transactionHash, position + 1);
      const transfer = readTransferLog(bareLog(log));
      if (transfer === null || transfer === 'unreadable') return transfer ?? [];
      return { ...transfer, reference: `${log.transactionHash}:${position}`, log };
    });
}

/** A log without the `0x` of its texts. */
export function bareLog({ address, topics, data }: Log): Log {
  return { address: address.slice(2), topics: topics.map((topic) => topic.slice(2)), data: data.slice(2) };
}
