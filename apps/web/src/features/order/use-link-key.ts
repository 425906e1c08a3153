import { useTRPCClient } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { useEffect } from 'react';
import { keyInUrl, orderKeyOf, rememberOrderKey } from '../../lib/order-keys.ts';

/** Tries the key of the order link if this device's own key shows the order masked. Stores it only if it shows more: links can be mistyped. */
export function useLinkKey(order: OrderView | undefined): void {
  const client = useTRPCClient();
  const maskedRef = order?.masked ? order.ref : null;
  useEffect(() => {
    const key = keyInUrl(new URL(location.href));
    if (maskedRef === null || key === null || key === orderKeyOf(maskedRef)) return;
    client.orders.get.query({ ref: maskedRef }, { context: { orderKey: key } }).then(
      ({ masked }) => !masked && rememberOrderKey(maskedRef, key),
      // The order stays masked; reloading the page tries again.
      () => {},
    );
  }, [client, maskedRef]);
}
