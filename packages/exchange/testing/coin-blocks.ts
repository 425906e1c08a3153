import type { TradedCode } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { BlockSource } from '@quydoi/rails/source';

/** Fake blocks of a chain whose coin is read only where it may be paid. @param read returns the payments of a block; `watched` are the addresses that the reader watches for the coin */
export function coinBlocks(name: string, coin: TradedCode, read: (watched: readonly string[] | undefined) => readonly PaymentFact[]): BlockSource {
  return {
    kind: 'blocks',
    name,
    pollMs: 1_000,
    coin,
    async read(cursor, _now, watched) {
      return { facts: read(watched), cursor, more: false };
    },
  };
}
