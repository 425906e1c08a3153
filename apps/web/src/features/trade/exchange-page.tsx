import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { ArrowUpDown } from 'lucide-react';
import { Link } from 'wouter';
import { IN_PLACE } from '../../lib/page-place.ts';
import { useConfig } from '../../lib/site-data.ts';
import type { PageProps } from '../../routes.tsx';
import { Page as NotFound } from '../not-found/page.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { FormPage, NothingOffered } from './components/form-page.tsx';
import { offersOf, type TradeOption } from './offer.ts';
import { sourcesOf, targetsOf } from './pairs.ts';
import { TradeForm } from './trade-form.tsx';
import { offerAt, tradePath } from './trade-path.ts';

/** Form to swap two currencies, each chosen beside its amount. */
export function Page({ params }: PageProps) {
  const { config } = useConfig();
  if (!config) return <PageSkeleton />;
  const offers = offersOf(config, 'ex');
  const offer = offerAt(offers, params);
  if (!offer) return params.pair === undefined ? <NothingOffered /> : <NotFound params={params} />;
  const choices = [{ offers: sourcesOf(offers, offer), side: 'from' } as const, { offers: targetsOf(offers, offer), side: 'to' } as const];
  return (
    <FormPage offer={offer}>
      <TradeForm choices={choices} config={config} offer={offer} reverse={<ReverseButton offer={offer} offers={offers} />} />
    </FormPage>
  );
}

/** Turns the swap around, where the other direction is offered too. */
function ReverseButton({ offer, offers }: { readonly offer: TradeOption; readonly offers: readonly TradeOption[] }) {
  const { t } = useLingui();
  const reversed = offers.find(({ from, to }) => from === offer.to && to === offer.from);
  return (
    reversed && (
      <Link
        aria-label={t`Đổi chiều`}
        className={buttonClass({ look: 'secondary', className: '-my-3 justify-self-center' })}
        href={tradePath(reversed)}
        {...IN_PLACE}
        title={t`Đổi chiều`}
      >
        <ArrowUpDown aria-hidden="true" className="size-5" />
      </Link>
    )
  );
}
