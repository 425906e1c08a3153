import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { NetworkBooks, SandboxBooks } from '../system/sandbox-client.ts';
import type { ExchangeBooks } from './exchange-books.ts';

/** A completed transfer from one of the exchange's accounts to anyone else. Amounts in minor units. */
export interface OutgoingTransfer {
  readonly network: NetworkCode;
  readonly currency: CurrencyCode;
  readonly payee: string;
  readonly amount: bigint;
  /** The provider's own id. */
  readonly id: string;
  /** Charged by the provider on top, to the same account. */
  readonly fee: bigint;
}

/** A completed transfer from a customer to one of the exchange's accounts. Account, reference and amount identify it, as in the journal. */
export interface IncomingTransfer {
  readonly network: NetworkCode;
  readonly account: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly memo: string;
}

type Addresses = Pick<ExchangeBooks, 'depositAddresses'>;

/** The exchange's accounts on a network that payouts are made from. */
export function payingAccountsOf({ payOut, otherPayOuts = [] }: NetworkBooks['ownAccounts']): ReadonlySet<string> {
  return new Set([payOut, ...otherPayOuts]);
}

/** The exchange's accounts on a network: its own, and the deposit addresses that it leases to orders. */
export function ownAccountsOf({ ownAccounts }: NetworkBooks, { depositAddresses }: Addresses): ReadonlySet<string> {
  const { payIn, otherPayIns = [] } = ownAccounts;
  return new Set([...(payIn === null ? [] : [payIn]), ...otherPayIns, ...payingAccountsOf(ownAccounts), ...depositAddresses]);
}

/**
 * Everything that the exchange sent to others, on all networks. The payee of a voucher is the order that an attempt made it for. Sweeps between its own accounts do not count.
 */
export function outgoingTransfers(sandbox: SandboxBooks, addresses: Addresses & Pick<ExchangeBooks, 'voucherPayees'>): OutgoingTransfer[] {
  return transfersBy(sandbox, addresses, (own, { from, to }) => own.has(from) && !own.has(to)).map(
    ([network, { currency, to, amount, id, fee }]) => ({
      ...{ network, currency, amount, id, fee },
      payee: CURRENCIES[currency].isVoucher === true ? (addresses.voucherPayees.get(id) ?? to) : to,
    }),
  );
}

/** Everything that customers sent to the exchange, on all networks. */
export function incomingTransfers(sandbox: SandboxBooks, addresses: Addresses): IncomingTransfer[] {
  return transfersBy(sandbox, addresses, (own, { from, to }) => own.has(to) && !own.has(from)).map(([network, { to, reference, amount, memo }]) => ({
    network,
    account: to,
    reference,
    amount,
    memo,
  }));
}

function transfersBy(
  sandbox: SandboxBooks,
  addresses: Addresses,
  isWanted: (own: ReadonlySet<string>, transfer: NetworkBooks['transfers'][number]) => boolean,
): (readonly [NetworkCode, NetworkBooks['transfers'][number]])[] {
  return (Object.entries(sandbox) as [NetworkCode, NetworkBooks][]).flatMap(([network, books]) => {
    const own = ownAccountsOf(books, addresses);
    return books.transfers.filter((one) => one.state === 'completed' && isWanted(own, one)).map((one) => [network, one] as const);
  });
}
