import { Trans } from '@lingui/react/macro';
import { useConfig, useLive } from '../../lib/site-data.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { TradeNotes } from '../trade/components/trade-notes.tsx';
import { defaultOffer, offersOf } from '../trade/offer.ts';
import { TradeForm } from '../trade/trade-form.tsx';
import { HomeLine } from './components/home-line.tsx';
import { HomeSupport } from './components/home-support.tsx';
import { MarketPrice } from './components/market-price.tsx';
import { RatePanel } from './components/rate-panel.tsx';
import { RecentReviews } from './components/recent-reviews.tsx';
import { RecentTrades } from './components/recent-trades.tsx';
import { Reserves } from './components/reserves.tsx';

/** Home page: the buy form first, with rates, reserves, recent trades, reviews and support. */
export function Page(_props: PageProps) {
  const { config } = useConfig();
  const live = useLive();
  if (!config) return <PageSkeleton />;
  const offers = offersOf(config, 'buy');
  const offer = defaultOffer(offers);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
      <div className="grid grid-cols-1 gap-4">
        <div>
          <h1 className="text-balance text-title font-semibold sm:text-display">
            <Trans>Mua bán tiền điện tử bằng chuyển khoản</Trans>
          </h1>
          <HomeLine />
        </div>
        {offer && <TradeForm choices={[{ offers }]} config={config} offer={offer} />}
        <TradeNotes offer={offer ?? { kind: 'buy', from: 'vnd', to: 'pm' }} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <RatePanel config={config} live={live} />
        <MarketPrice config={config} />
        <Reserves config={config} live={live} />
        <RecentTrades live={live} />
        <RecentReviews live={live} />
        <HomeSupport config={config} />
      </div>
    </div>
  );
}
