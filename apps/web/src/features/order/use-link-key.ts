import { useTRPCClient } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { useEffect, useState } from 'react';
import { orderKeyOf, rememberOrderKey } from '../../lib/order-keys.ts';
import { keyInUrl, withKeyInFragment } from './key-in-url.ts';

/** The key of an order's link, on a device that has none of the order. */
export interface OfferedKey {
  /** To ask for the order with; null without one, and once the server has answered. */
  readonly offeredKey: string | null;
  /** Stores the key if the server's answer to it shows the order in full. */
  readonly judge: (order: OrderView) => void;
}

/** Offers the key of an order's link, and moves it from the query, which servers log, to the fragment. Links can be mistyped, or made up. */
export function useOfferedKey(ref: string): OfferedKey {
  const [offer, setOffer] = useState(() => (orderKeyOf(ref) === null ? { ref, key: linkKey() } : null));
  useEffect(() => {
    const key = linkKey();
    const address = new URL(location.href);
    if (key !== null && address.searchParams.has('k')) history.replaceState(history.state, '', withKeyInFragment(address, key));
  }, []);
  const offeredKey = offer?.ref === ref ? offer.key : null;
  const judge = (order: OrderView) => {
    if (offeredKey === null) return;
    if (!order.masked) rememberOrderKey(order.ref, offeredKey);
    setOffer(null);
  };
  return { offeredKey, judge };
}

/** Tries the key of the order's link if this device's own key shows the order masked. Stores it only if it shows more. */
export function useLinkKey(order: OrderView | undefined): void {
  const client = useTRPCClient();
  const maskedRef = order?.masked ? order.ref : null;
  useEffect(() => {
    const key = linkKey();
    const own = maskedRef === null ? null : orderKeyOf(maskedRef);
    if (maskedRef === null || own === null || key === null || key === own) return;
    client.orders.get.query({ ref: maskedRef }, { context: { orderKey: key } }).then(
      ({ masked }) => !masked && rememberOrderKey(maskedRef, key),
      // The order stays masked; reloading the page tries again.
      () => {},
    );
  }, [client, maskedRef]);
}

/** The key that the page's link carries. The server renders without a location. */
function linkKey(): string | null {
  return globalThis.location ? keyInUrl(new URL(location.href)) : null;
}
