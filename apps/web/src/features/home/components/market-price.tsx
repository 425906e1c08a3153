import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { partWhenNear } from '../../shell/later-part.tsx';

/** The market price of the last day or month. */
export const MarketPrice = partWhenNear(
  async () => (await import('../later/price-card.tsx')).PriceCard,
  <Card className="@container">
    {/* Narrow cards have a line more: the choice of the period below the title. */}
    <Skeleton className="h-89 @max-[18rem]:h-98" />
  </Card>,
);
