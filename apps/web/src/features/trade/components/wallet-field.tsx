import { Trans } from '@lingui/react/macro';
import { Badge } from '@quydoi/ui/badge';
import { Field, fieldProps } from '@quydoi/ui/field';
import { isOnChain, shortNetworkLabel } from '../../../lib/network-label.ts';
import { walletKey } from '../draft.ts';
import { useAddressTools } from '../use-address-tools.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { AddressInput } from './address-input.tsx';
import { HolderLine } from './holder-line.tsx';

/** Wallet field: destination of the payout, or sender of the payment. */
export function WalletField({ form }: { readonly form: TradeFormState }) {
  const tools = useAddressTools();
  const side = form.customerWallet;
  if (!side) return null;
  const { code, currency, role, required } = side;
  const id = fieldId(form.offer, 'wallet');
  const example = currency.addressExample;
  const error = form.errors.wallet;
  const exampleLine = <Trans>Ví&nbsp;dụ: {example}</Trans>;
  return (
    <div className="by-wallet grid gap-2">
      <Field
        aside={isOnChain(code) && <Badge colour="blue">{shortNetworkLabel(code)}</Badge>}
        error={error}
        hint={
          tools && form.walletRead !== null ? (
            <tools.EnteredAddress address={form.walletRead} code={code} />
          ) : required ? (
            exampleLine
          ) : (
            <Trans>Không bắt buộc. Giúp nhận ra khoản chuyển của bạn nhanh hơn, và được điền sẵn khi bạn cần nhận lại tiền.</Trans>
          )
        }
        id={id}
        label={role === 'destination' ? <Trans>Ví {currency.name} nhận tiền</Trans> : <Trans>Ví {currency.name} bạn dùng để gửi</Trans>}
      >
        <AddressInput
          {...fieldProps(id, error, true)}
          code={code}
          data-draft={walletKey(side)}
          isBusy={form.walletHolder.state === 'waiting'}
          onLeave={() => form.blur('wallet')}
          onText={form.setWallet}
          value={form.wallet}
        />
      </Field>
      <HolderLine hasError={error !== undefined} holder={form.walletHolder} of="wallet">
        {exampleLine}
      </HolderLine>
    </div>
  );
}
