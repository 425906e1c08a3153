import { useConfig } from '../../lib/site-data.ts';
import type { PageProps } from '../../routes.tsx';
import { Page as NotFound } from '../not-found/page.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { FormPage, NothingOffered } from './components/form-page.tsx';
import { offersOf } from './offer.ts';
import { TradeForm } from './trade-form.tsx';
import { offerAt } from './trade-path.ts';

/** Page with the buy or sell form of the currency in the URL. */
export function CurrencyPage({ kind, params }: PageProps & { readonly kind: 'buy' | 'sell' }) {
  const { config } = useConfig();
  if (!config) return <PageSkeleton />;
  const offers = offersOf(config, kind);
  const offer = offerAt(offers, params);
  if (!offer) return params.code === undefined ? <NothingOffered /> : <NotFound params={params} />;
  return (
    <FormPage offer={offer}>
      <TradeForm choices={[{ offers }]} config={config} offer={offer} />
    </FormPage>
  );
}
