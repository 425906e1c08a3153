import type { ConfigView, DeliveryView } from '@quydoi/contract/config';
import { CURRENCIES, type CurrencyCode, isTradedCode } from '@quydoi/domain/currencies';

/** Whether money in a currency comes in and goes out: `slow` if payments are noticed late, `no-in` and `no-out` if one way is closed. */
export type ServiceState = 'normal' | 'slow' | 'no-in' | 'no-out' | 'closed';

/** How dong or another currency stands, and how its orders were delivered lately. */
export interface ServiceRow {
  readonly code: CurrencyCode;
  readonly state: ServiceState;
  /** Null if none was delivered in the last 24 hours. */
  readonly delivery: DeliveryView | null;
}

/** How orders of dong to one bank were delivered lately. */
export interface BankRow {
  readonly code: string;
  readonly name: string;
  readonly delivery: DeliveryView;
}

/** Dong and each shown currency, in the operators' order. */
export function serviceRows(config: ConfigView, deliveries: readonly DeliveryView[]): readonly ServiceRow[] {
  const rowOf = (code: CurrencyCode, canPayIn: boolean, canPayOut: boolean): ServiceRow => ({
    code,
    state: stateOf(canPayIn, canPayOut, config.delayedNetworks.includes(CURRENCIES[code].network)),
    delivery: deliveries.find(({ currency, bank }) => currency === code && bank === null) ?? null,
  });
  const { allowBuy, allowSell } = config.site;
  return [
    rowOf('vnd', allowBuy, allowSell),
    ...config.currencies.flatMap(({ code, isShow, canPayIn, canPayOut }) => (isShow && isTradedCode(code) ? [rowOf(code, canPayIn, canPayOut)] : [])),
  ];
}

/** The banks to which dong was delivered lately, the latest first. */
export function bankRows({ banks }: ConfigView, deliveries: readonly DeliveryView[]): readonly BankRow[] {
  return deliveries
    .flatMap((delivery) => {
      const bank = banks.find(({ code }) => code === delivery.bank);
      return bank ? [{ code: bank.code, name: bank.shortName, delivery }] : [];
    })
    .toSorted((left, right) => right.delivery.lastAt.localeCompare(left.delivery.lastAt));
}

function stateOf(canPayIn: boolean, canPayOut: boolean, isDelayed: boolean): ServiceState {
  if (!canPayIn) return canPayOut ? 'no-in' : 'closed';
  if (!canPayOut) return 'no-out';
  return isDelayed ? 'slow' : 'normal';
}
