import { FEE_COIN_CLOSE_TRANSFERS, FEE_COIN_REOPEN_TRANSFERS, FEE_COIN_WARN_TRANSFERS } from '../constants.ts';
import { RESERVE_CODES, RESERVES } from '../currencies.ts';
import { formatDecimal } from '../money.ts';
import { NETWORKS, type NetworkCode } from '../networks.ts';

/** Fee coin of a hot wallet, and what transfers cost now, in the coin's minor units. */
export interface FeeCoin {
  readonly balance: bigint;
  /** Maximum cost of one transfer at present prices, above zero. */
  readonly perTransfer: bigint;
}

/**
 * How far a hot wallet's fee coin goes. `warning`: operators should top it up. `low`: it suffices for few transfers beyond those that wait, so that no
 * new orders are taken. `dry`: it does not suffice for one.
 */
export type FeeCoinState = 'enough' | 'warning' | 'low' | 'dry';

/** Transfers that the fee coin suffices for. */
export function transfersLeft({ balance, perTransfer }: FeeCoin): bigint {
  return balance / perTransfer;
}

/**
 * State of a hot wallet's fee coin.
 * @param waiting payouts that have not been sent yet
 * @param wasLow whether it was low before: it then has to be filled up further, so that the network does not open and close again and again
 */
export function feeCoinState(feeCoin: FeeCoin, waiting: bigint, wasLow: boolean): FeeCoinState {
  const left = transfersLeft(feeCoin);
  if (left < 1n) return 'dry';
  const spare = left - waiting;
  if (spare < (wasLow ? FEE_COIN_REOPEN_TRANSFERS : FEE_COIN_CLOSE_TRANSFERS)) return 'low';
  return spare < FEE_COIN_WARN_TRANSFERS ? 'warning' : 'enough';
}

/** An amount of the coin that pays a network's fees with its unit, for operators. @param amount in its minor units */
export function feeCoinText(network: NetworkCode, amount: bigint): string {
  const { feeCoin } = NETWORKS[network];
  if (feeCoin) return `${formatDecimal(amount, feeCoin.scale)} ${feeCoin.unit}`;
  const reserve = RESERVE_CODES.find((code) => RESERVES[code].network === network);
  return reserve ? `${formatDecimal(amount, RESERVES[reserve].scale)} ${reserve}` : amount.toString();
}
