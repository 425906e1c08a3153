import type { ConfigView } from '@quydoi/contract/config';
import { Card } from '@quydoi/ui/card';
import type { FormEvent, ReactNode } from 'react';
import { useHasOrders } from '../../lib/order-keys.ts';
import { AccountFields } from './components/account-fields.tsx';
import { AmountSummary } from './components/amount-summary.tsx';
import { BankChoice } from './components/bank-choice.tsx';
import { CurrencySelect } from './components/currency-select.tsx';
import { FormPart } from './components/form-part.tsx';
import { KindTabs } from './components/kind-tabs.tsx';
import { MaintenanceNotice } from './components/maintenance-notice.tsx';
import { MemberPart } from './components/member-part.tsx';
import { NetworkChoice } from './components/network-choice.tsx';
import { QuantityField } from './components/quantity-field.tsx';
import { RememberedNote } from './components/remembered-note.tsx';
import { SubmitArea } from './components/submit-area.tsx';
import { VoucherNotes } from './components/voucher-notes.tsx';
import { WalletField } from './components/wallet-field.tsx';
import type { TradeChoice, TradeOption } from './offer.ts';
import { useTradeForm } from './use-trade-form.ts';

interface TradeFormProps {
  readonly config: ConfigView;
  readonly offer: TradeOption;
  /** The choice beside the quantity, then that beside a swap's result. */
  readonly choices: readonly TradeChoice[];
  /** The button that reverses a swap. */
  readonly reverse?: ReactNode;
}

/** Form that creates an order. Its fields depend on the offer's two currencies. */
export function TradeForm({ config, offer, choices, reverse }: TradeFormProps) {
  const form = useTradeForm(config, offer);
  const hasOrders = useHasOrders();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const wallet = <WalletField form={form} />;
  const [entered, received] = choices.map((choice) => <CurrencySelect chosen={offer} key={choice.side ?? ''} {...choice} />);
  return (
    <Card className="grid grid-cols-1 gap-6">
      <KindTabs config={config} offer={offer} />
      {!offer.isOpen && <MaintenanceNotice config={config} offer={offer} />}
      {/* Submitted before hydration, this method does nothing: a native GET would lose the entries, and put some into the URL. */}
      <form className="grid grid-cols-1 gap-6" method="dialog" noValidate onSubmit={onSubmit}>
        <QuantityField currency={entered} form={form} />
        {reverse}
        <AmountSummary currency={received} form={form} />
        {choices.map((choice) => (
          <NetworkChoice chosen={offer} key={choice.side ?? ''} {...choice} />
        ))}
        <VoucherNotes offer={offer} />
        {form.isLoggedIn && <MemberPart banks={config.banks} form={form} />}
        {offer.kind !== 'sell' && wallet}
        {form.bankRole && (
          <div className="by-bank">
            <BankChoice banks={config.banks} form={form} />
            <AccountFields form={form} />
          </div>
        )}
        {offer.kind === 'sell' && wallet}
        <RememberedNote />
        {form.wantsBalance ? <MemberPart form={form} /> : <SubmitArea form={form} />}
      </form>
      {hasOrders && <FormPart form={form} of="unpaid" />}
    </Card>
  );
}
