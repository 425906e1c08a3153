import type { ReferenceCode } from '@quydoi/domain/price/references';

/** Names of the sources of reference prices. */
export const PRICE_SOURCE_NAMES = ['vietcombank', 'coinbase', 'bitstamp'] as const;

/** Name of a source of reference prices. */
export type PriceSourceName = (typeof PRICE_SOURCE_NAMES)[number];

/** A price as its source publishes it. */
export interface PublishedPrice {
  /** At rate scale. */
  readonly price: bigint;
  readonly publishedAt: Date;
}

/** Client of a public source of prices. Stateless, without credentials. */
export interface PriceSource {
  readonly code: PriceSourceName;
  /** Prices that the source tells. */
  readonly references: readonly ReferenceCode[];
  /** How often each of them may be asked for. */
  readonly pollMs: number;
  /**
   * Reads one of the source's prices.
   * @throws RailError when the source cannot be reached, or does not answer in its format
   */
  read(reference: ReferenceCode, now: Date): Promise<PublishedPrice>;
}
