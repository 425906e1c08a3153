import { useLingui } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { isUsdt } from '@quydoi/domain/currencies';
import type { TradeOption } from '../offer.ts';
import { TradeForm } from '../trade-form.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { NetworkChoice } from './network-choice.tsx';

interface CurrencyFormProps {
  readonly config: ConfigView;
  readonly offers: readonly TradeOption[];
  readonly offer: TradeOption;
}

/** Trade form to buy or sell a currency, with the choice of currency and network. */
export function CurrencyForm({ config, offers, offer }: CurrencyFormProps) {
  const { t } = useLingui();
  return (
    <TradeForm config={config} entered={<CurrencySelect chosen={offer} label={t`Chọn loại tiền`} offers={offers} />} offer={offer}>
      {isUsdt(offer.code) && <NetworkChoice chosen={offer.code} name="network" offers={offers} />}
    </TradeForm>
  );
}
