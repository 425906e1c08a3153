import type { ConfigView } from '@quydoi/contract/config';
import { isUsdt } from '@quydoi/domain/currencies';
import { Card } from '@quydoi/ui/card';
import type { FormEvent } from 'react';
import type { Offer } from './buy-path.ts';
import { AccountFields } from './components/account-fields.tsx';
import { AmountSummary } from './components/amount-summary.tsx';
import { BankChoice } from './components/bank-choice.tsx';
import { CurrencyTabs } from './components/currency-tabs.tsx';
import { MaintenanceNotice } from './components/maintenance-notice.tsx';
import { NetworkChoice } from './components/network-choice.tsx';
import { QuantityField } from './components/quantity-field.tsx';
import { SubmitArea } from './components/submit-area.tsx';
import { WalletField } from './components/wallet-field.tsx';
import { useBuyForm } from './use-buy-form.ts';

interface BuyFormProps {
  readonly config: ConfigView;
  readonly offers: readonly Offer[];
  readonly offer: Offer;
}

/** From a quantity to an order. */
export function BuyForm({ config, offers, offer }: BuyFormProps) {
  const form = useBuyForm(config, offer);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Card className="grid grid-cols-1 gap-6">
      <CurrencyTabs chosen={offer} offers={offers} />
      {form.isMaintenance ? (
        <MaintenanceNotice name={offer.currency.name} />
      ) : (
        <form className="grid grid-cols-1 gap-6" noValidate onSubmit={onSubmit}>
          {isUsdt(offer.code) && <NetworkChoice chosen={offer} offers={offers} />}
          <QuantityField form={form} />
          <AmountSummary form={form} />
          <WalletField form={form} />
          <BankChoice banks={config.banks} chosen={form.bank} onChoose={form.setBank} />
          <AccountFields form={form} />
          <SubmitArea form={form} />
        </form>
      )}
    </Card>
  );
}
