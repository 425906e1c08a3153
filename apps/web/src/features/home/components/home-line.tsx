import { useHasOrders } from '../../../lib/order-keys.ts';
import { partWhenNear } from '../../shell/later-part.tsx';
import { Tagline } from './tagline.tsx';

const DeviceOrders = partWhenNear(async () => (await import('../later/device-orders.tsx')).DeviceOrders, <Tagline />);

/** Line below the main heading: the service in a sentence or, where this device knows orders, the way to them in the same room. */
export function HomeLine() {
  return useHasOrders() ? <DeviceOrders /> : <Tagline />;
}
