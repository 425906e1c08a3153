import { Trans } from '@lingui/react/macro';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { Badge } from '@quydoi/ui/badge';
import { Field, fieldProps } from '@quydoi/ui/field';
import { isOnChain, shortNetworkLabel } from '../../../lib/network-label.ts';
import { AddressInput } from '../../trade/components/address-input.tsx';
import { HolderLine } from '../../trade/components/holder-line.tsx';
import { useAddressTools } from '../../trade/use-address-tools.ts';
import { HolderWarning } from './holder-warning.tsx';
import { type RefundFormState, refundFieldId } from './use-refund-form.ts';

interface RefundWalletProps {
  readonly form: RefundFormState;
  readonly code: CurrencyCode;
  /** What arrives there; null until known. */
  readonly amount: string | null;
}

/** Wallet or address to refund to. */
export function RefundWallet({ form, code, amount }: RefundWalletProps) {
  const tools = useAddressTools();
  const id = refundFieldId('wallet');
  const error = form.errorOf('wallet');
  const { name } = CURRENCIES[code];
  const { holder } = form.entries;
  const hint = isOnChain(code) ? (
    <>
      {tools && form.walletRead !== null && (
        <p>
          <tools.EnteredAddress address={form.walletRead} code={code} />
        </p>
      )}
      <Trans>
        Dán địa chỉ nhận của chính bạn. Nếu đã gửi từ sàn, đừng dùng địa chỉ ví mà sàn gửi đi: tiền về đó có thể không vào tài khoản của bạn.
      </Trans>
    </>
  ) : (
    <Trans>Phải là ví của chính bạn. Tên chủ ví hiện ra để bạn đối chiếu.</Trans>
  );
  return (
    <div className="grid gap-2">
      <Field
        aside={isOnChain(code) && <Badge colour="blue">{shortNetworkLabel(code)}</Badge>}
        error={error}
        hint={hint}
        id={id}
        label={<Trans>Ví {name} nhận tiền hoàn</Trans>}
      >
        <AddressInput
          {...fieldProps(id, error, hint)}
          code={code}
          isBusy={holder.state === 'waiting'}
          onLeave={() => form.leave('wallet')}
          onText={(text) => form.setText('wallet', text)}
          value={form.text('wallet')}
        />
      </Field>
      {!form.holderChange && (
        <HolderLine hasError={error !== undefined} holder={holder} of="wallet">
          {hint}
        </HolderLine>
      )}
      <HolderWarning amount={amount} form={form} />
    </div>
  );
}
