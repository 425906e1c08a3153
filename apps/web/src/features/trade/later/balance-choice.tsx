import { Trans } from '@lingui/react/macro';
import { Choice } from '@quydoi/ui/choice';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';
import { useByBalance } from './by-balance.ts';

/** Lets the customer's balance take the place of a bank account. What is of the bank is hidden while it does (`styles.css`). */
export function BalanceChoice({ form: { offer } }: { readonly form: TradeFormState }) {
  const { locale } = useLocale();
  const { isOffered, isChosen, balance, choose } = useByBalance(offer);
  if (!isOffered || balance === null) return null;
  const isPaying = offer.from === 'vnd';
  return (
    <fieldset className="grid gap-2" data-by-balance={isChosen || undefined}>
      <legend className="mb-1.5 font-semibold">{isPaying ? <Trans>Trả bằng</Trans> : <Trans>Nhận tiền vào</Trans>}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Choice checked={!isChosen} name="by" onChoose={() => choose(false)} value="bank">
          {isPaying ? <Trans>Chuyển khoản ngân hàng</Trans> : <Trans>Tài khoản ngân hàng</Trans>}
        </Choice>
        <Choice checked={isChosen} name="by" onChoose={() => choose(true)} value="balance">
          <span>
            <Trans>Số dư của bạn</Trans> <span className="whitespace-nowrap text-muted">({formatAmount('vnd', balance, locale)})</span>
          </span>
        </Choice>
      </div>
    </fieldset>
  );
}
