import { Trans } from '@lingui/react/macro';
import { isUsdt } from '@quydoi/domain/currencies';
import { Badge } from '@quydoi/ui/badge';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { Spinner } from '@quydoi/ui/spinner';
import { walletField } from '../draft.ts';
import type { BuyFormState } from '../use-buy-form.ts';
import { HolderLine } from './holder-line.tsx';

/** Where the currency goes. An e-voucher goes nowhere: its codes appear on the order's page. */
export function WalletField({ form }: { readonly form: BuyFormState }) {
  const { code, currency } = form.offer;
  if (!form.hasWallet) {
    return (
      <Notice>
        <Trans>Mã voucher hiện trên trang đơn hàng ngay sau khi chúng tôi nhận được tiền.</Trans>
      </Notice>
    );
  }
  const hint = currency.addressExample;
  const error = form.errors.wallet;
  return (
    <div className="grid gap-2">
      <Field
        aside={isUsdt(code) && <Badge colour="blue">{code.toUpperCase()}</Badge>}
        error={error}
        hint={<Trans>Ví dụ: {hint}</Trans>}
        id="buy-wallet"
        label={<Trans>Ví {currency.name} nhận tiền</Trans>}
      >
        <Input
          {...fieldProps('buy-wallet', error, hint)}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          data-draft={walletField(code)}
          end={form.walletHolder.state === 'waiting' && <Spinner className="text-muted" />}
          onBlur={() => form.leave('wallet')}
          onChange={(event) => form.setWallet(event.target.value)}
          spellCheck={false}
          value={form.wallet}
        />
      </Field>
      {!error && <HolderLine holder={form.walletHolder} />}
    </div>
  );
}
