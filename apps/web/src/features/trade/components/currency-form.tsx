import type { ConfigView } from '@quydoi/contract/config';
import { isUsdt } from '@quydoi/domain/currencies';
import type { TradeOption } from '../offer.ts';
import { TradeForm } from '../trade-form.tsx';
import { CurrencyTabs } from './currency-tabs.tsx';
import { NetworkChoice } from './network-choice.tsx';

interface CurrencyFormProps {
  readonly config: ConfigView;
  readonly offers: readonly TradeOption[];
  readonly offer: TradeOption;
}

/** Trade form to buy or sell a currency, with currency tabs and the network choice. */
export function CurrencyForm({ config, offers, offer }: CurrencyFormProps) {
  return (
    <TradeForm config={config} offer={offer}>
      <CurrencyTabs chosen={offer} offers={offers} />
      {isUsdt(offer.code) && <NetworkChoice chosen={offer.code} name="network" offers={offers} />}
    </TradeForm>
  );
}
