import type { NetworkCode } from '@quydoi/domain/networks';
import type { PriceSourceName } from './prices/price-source.ts';

/** Who was called: a network, by whichever of its providers, a source of prices, or the provider of SMS. */
export type Called = NetworkCode | PriceSourceName | 'esms';

/** Effect of a failed call: `not-done` when nothing happened for certain, `unknown` when the request may have taken effect. */
export type RailOutcome = 'not-done' | 'unknown';

/**
 * Class of a provider failure. `credentials` disables the rail and raises an alarm; `suspended` disables it too: the network
 * cannot pay as priced. `dear`: any transfer costs more than we pay for one; nothing is sent until it costs less. `short`: our own account there has
 * too little money, or fee coin. `busy`: this call cannot be served now; other calls may be. `too-long` is an answer above the size limit.
 * `duplicated`: the records hold several transfers under one key of ours.
 */
export type RailTrouble =
  | 'signature'
  | 'malformed'
  | 'too-long'
  | 'credentials'
  | 'unreachable'
  | 'busy'
  | 'refused'
  | 'suspended'
  | 'dear'
  | 'short'
  | 'duplicated';

/** Failure of a call to a provider. Messages never contain a secret. */
export class RailError extends Error {
  override readonly name = 'RailError';
  readonly network: Called;
  readonly trouble: RailTrouble;
  /** Whether the failed call may have taken effect. */
  readonly outcome: RailOutcome;

  constructor(network: Called, trouble: RailTrouble, outcome: RailOutcome, message: string) {
    super(message);
    this.network = network;
    this.trouble = trouble;
    this.outcome = outcome;
  }
}
