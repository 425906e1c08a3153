import type { OrderView } from '@quydoi/contract/orders/order-view';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { isOnChain } from '../../../lib/network-label.ts';
import { useConfig } from '../../../lib/site-data.ts';

/** Where an order's money goes, on one line: bank and account, a wallet, or the ends of an address. */
export function DestinationAccount({ order: { to, destination, destinationBank } }: { readonly order: OrderView }) {
  const { config } = useConfig();
  return isOnChain(to) ? endsOf(destination) : [bankNameOf(config, destinationBank), destination].filter(Boolean).join(' ');
}

/** The characters that people compare. */
const END_CHARS = 8;

function endsOf(address: string): string {
  return address.length > 3 * END_CHARS ? `${address.slice(0, END_CHARS)}…${address.slice(-END_CHARS)}` : address;
}
