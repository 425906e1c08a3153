import type { ConfigView } from '@quydoi/contract/config';
import { Card } from '@quydoi/ui/card';
import type { FormEvent, ReactNode } from 'react';
import { AccountFields } from './components/account-fields.tsx';
import { AmountSummary } from './components/amount-summary.tsx';
import { BankChoice } from './components/bank-choice.tsx';
import { KindTabs } from './components/kind-tabs.tsx';
import { MaintenanceNotice } from './components/maintenance-notice.tsx';
import { QuantityField } from './components/quantity-field.tsx';
import { RememberedNote } from './components/remembered-note.tsx';
import { SubmitArea } from './components/submit-area.tsx';
import { VoucherNotes } from './components/voucher-notes.tsx';
import { WalletField } from './components/wallet-field.tsx';
import type { TradeOption } from './offer.ts';
import { useTradeForm } from './use-trade-form.ts';

interface TradeFormProps {
  readonly config: ConfigView;
  readonly offer: TradeOption;
  /** Choice of the currency whose quantity is entered. */
  readonly entered: ReactNode;
  /** Choice of a swap's target, and the button that reverses the swap. */
  readonly received?: ReactNode;
  readonly reverse?: ReactNode;
  /** Choice of networks. */
  readonly children: ReactNode;
}

/** Form that creates an order. Its fields depend on the offer's two currencies. */
export function TradeForm({ config, offer, entered, received, reverse, children }: TradeFormProps) {
  const form = useTradeForm(config, offer);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const wallet = <WalletField form={form} />;
  return (
    <Card className="grid grid-cols-1 gap-6">
      <KindTabs config={config} offer={offer} />
      {!offer.isOpen && <MaintenanceNotice offer={offer} />}
      {/* Submitted before hydration, this method does nothing: a native GET would lose the entries, and put some into the URL. */}
      <form className="grid grid-cols-1 gap-6" method="dialog" noValidate onSubmit={onSubmit}>
        <QuantityField currency={entered} form={form} />
        {reverse}
        <AmountSummary currency={received} form={form} />
        {children}
        <VoucherNotes offer={offer} />
        {offer.kind !== 'sell' && wallet}
        {form.bankRole && (
          <>
            <BankChoice banks={config.banks} form={form} />
            <AccountFields form={form} />
          </>
        )}
        {offer.kind === 'sell' && wallet}
        <RememberedNote />
        <SubmitArea form={form} />
      </form>
    </Card>
  );
}
