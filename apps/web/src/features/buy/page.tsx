import { Trans } from '@lingui/react/macro';
import { useConfig } from '../../lib/site-data.ts';
import type { PageProps } from '../../routes.tsx';
import { Page as NotFound } from '../not-found/page.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { BuyForm } from './buy-form.tsx';
import { defaultOffer, offersOf } from './buy-path.ts';
import { BuyNotes } from './components/buy-notes.tsx';

/** The buy form on a page of its own. */
export function Page({ params }: PageProps) {
  const { config } = useConfig();
  if (!config) return <PageSkeleton />;
  const offers = offersOf(config);
  const offer = params.code === undefined ? defaultOffer(offers) : offers.find(({ code }) => code === params.code);
  if (!offer) return <NotFound params={params} />;
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid gap-4">
        <h1 className="text-title font-semibold">
          <Trans>Mua {offer.currency.name}</Trans>
        </h1>
        <BuyForm config={config} offer={offer} offers={offers} />
      </div>
      <BuyNotes />
    </div>
  );
}
