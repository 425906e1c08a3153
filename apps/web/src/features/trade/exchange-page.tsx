import { useConfig } from '../../lib/site-data.ts';
import type { PageProps } from '../../routes.tsx';
import { Page as NotFound } from '../not-found/page.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { FormPage, NothingOffered } from './components/form-page.tsx';
import { PairForm } from './components/pair-form.tsx';
import { offersOf } from './offer.ts';
import { offerAt } from './trade-path.ts';

/** Form to swap two currencies. */
export function Page({ params }: PageProps) {
  const { config } = useConfig();
  if (!config) return <PageSkeleton />;
  const offers = offersOf(config, 'ex');
  const offer = offerAt(offers, params);
  if (!offer) return params.pair === undefined ? <NothingOffered /> : <NotFound params={params} />;
  return (
    <FormPage offer={offer}>
      <PairForm config={config} offer={offer} offers={offers} />
    </FormPage>
  );
}
