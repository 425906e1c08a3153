import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Choice } from '@quydoi/ui/choice';
import type { ReactNode } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';
import { type BalanceSide, useBalanceSides } from './by-balance.ts';

/** Lets the customer pay from a balance, or receive into one, instead of using a bank account or a wallet. `styles.css` hides the fields that this replaces. */
export function BalanceChoice({ form: { offer } }: { readonly form: TradeFormState }) {
  const { from, to } = useBalanceSides(offer);
  const [paying, received] = [coinOf(from), coinOf(to)];
  return (
    <>
      {from && (
        <Side
          legend={<Trans>Trả bằng</Trans>}
          name="pay-by"
          other={paying ? <Trans>Chuyển {paying} từ ví</Trans> : <Trans>Chuyển khoản ngân hàng</Trans>}
          side={from}
        />
      )}
      {to && (
        <Side
          legend={<Trans>Nhận tiền vào</Trans>}
          name="receive-by"
          other={received ? <Trans>Ví {received}</Trans> : <Trans>Tài khoản ngân hàng</Trans>}
          side={to}
        />
      )}
    </>
  );
}

interface SideProps {
  readonly legend: ReactNode;
  readonly name: string;
  readonly other: ReactNode;
  readonly side: BalanceSide;
}

function Side({ legend, name, other, side: { currency, balance, replaces, isChosen, choose } }: SideProps) {
  const { locale } = useLocale();
  const amount = formatAmount(currency, balance, locale);
  return (
    <fieldset className="grid gap-2" data-by-balance={(isChosen && replaces) || undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Choice checked={!isChosen} name={name} onChoose={() => choose(false)} value="other">
          {other}
        </Choice>
        <Choice checked={isChosen} name={name} onChoose={() => choose(true)} value="balance">
          <span>
            <Trans>
              Số dư của bạn <span className="whitespace-nowrap text-muted">({amount})</span>
            </Trans>
          </span>
        </Choice>
      </div>
    </fieldset>
  );
}

/** Name of a side's coin; null for dong. */
function coinOf(side: BalanceSide | null): string | null {
  return side && side.currency !== 'vnd' ? CURRENCIES[side.currency].unit : null;
}
