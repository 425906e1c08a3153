import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import type { ControllerFieldState, ControllerRenderProps } from 'react-hook-form';
import { finalityMinutes } from '../../../lib/finality.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { AmountReadings } from '../../trade/later/amount-readings.tsx';
import { useAmountField } from '../../trade/use-amount-field.ts';
import { TextField } from '../account-form.tsx';
import type { WithdrawalLimits } from './withdrawal-limits.ts';

interface Values {
  readonly to: string;
  readonly amount: string;
  readonly code: string;
}

interface WithdrawAmountProps {
  /** Of the plain decimal, or of what was not understood. */
  readonly controller: { readonly field: ControllerRenderProps<Values, 'amount'>; readonly fieldState: ControllerFieldState };
  readonly currency: WalletCurrency;
  readonly balance: bigint;
  readonly limits: WithdrawalLimits;
  /** Enters as much as can be withdrawn. */
  readonly onAll: () => void;
}

/** How much is withdrawn, what that costs and what arrives. */
export function WithdrawAmount({ controller: { field, fieldState }, currency, balance, limits, onAll }: WithdrawAmountProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { scale, unit } = CURRENCIES[currency];
  const { input, leave } = useAmountField(field.value, scale, field.onChange);
  const shown = (amount: bigint) => formatAmount(currency, amount, locale);
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        aside={
          <button
            className="-my-2 inline-flex min-h-touch shrink-0 items-center font-semibold text-brand text-small hover:underline"
            onClick={onAll}
            type="button"
          >
            <Trans>Rút hết</Trans>
          </button>
        }
        autoComplete="off"
        error={fieldState.error?.message}
        hint={
          <Trans>
            Tối thiểu {shown(limits.min)}, hiện có {shown(balance)}
          </Trans>
        }
        id="withdraw-amount"
        inputMode="decimal"
        label={t`Số tiền (${CURRENCIES[currency].unit})`}
        {...input}
        onBlur={() => {
          leave();
          field.onBlur();
        }}
        ref={(element) => {
          input.ref.current = element;
          field.ref(element);
        }}
      />
      <AmountReadings amount={field.value} onChoose={field.onChange} scale={scale} unit={unit} />
      <dl className="grid gap-1" data-withdrawal-facts>
        <div className="flex justify-between gap-3 text-small">
          <dt className="text-muted">
            <Trans>Phí chuyển</Trans>
          </dt>
          <dd className="tabular-nums">{shown(limits.fee)}</dd>
        </div>
        <div className="flex justify-between gap-3">
          <dt className="text-muted">
            <Trans>Bạn nhận</Trans>
          </dt>
          <dd aria-live="polite" className="font-semibold tabular-nums">
            {shownReceived(parseDecimal(field.value, scale), limits, shown)}
          </dd>
        </div>
      </dl>
      <p className="text-muted text-small">
        <ArrivalTime currency={currency} />
      </p>
    </div>
  );
}

function shownReceived(amount: bigint | null, { fee }: WithdrawalLimits, shown: (amount: bigint) => string): string {
  return amount === null || amount <= fee ? '–' : shown(amount - fee);
}

/** Tells how soon a withdrawal arrives. */
function ArrivalTime({ currency }: { readonly currency: WalletCurrency }) {
  const minutes = finalityMinutes(currency);
  return currency === 'vnd' ? (
    <Trans>Tiền thường tới tài khoản sau vài giây, ngày cũng như đêm.</Trans>
  ) : (
    <Trans>Mạng xác nhận trong khoảng {minutes} phút.</Trans>
  );
}
