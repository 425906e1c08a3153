import { Trans, useLingui } from '@lingui/react/macro';
import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { TIMER_DANGER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { Card } from '@quydoi/ui/card';
import { CopyButton, CopyTarget } from '@quydoi/ui/copy';
import { ClockDigits } from '@quydoi/ui/countdown';
import { clsx } from 'clsx';
import { Timer } from 'lucide-react';
import type { ComponentType } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { PayByBank } from './pay-by-bank.tsx';
import { PayByChain } from './pay-by-chain.tsx';
import { PayByWallet } from './pay-by-wallet.tsx';

/** Props of each payment method's instructions. */
export interface PayProps {
  readonly order: OrderView;
  readonly instructions: InstructionsView;
}

/** Element id of the instructions, the scroll target of a top-up. */
export const PAY_ID = 'pay';

/** Classes of a row with the amount and its copy button. */
export const AMOUNT_ROW = 'flex flex-wrap items-end justify-between gap-x-3';

/** Id of the amount's copy button. */
const COPY_AMOUNT_ID = 'copy-amount';

/** Longer amounts (of coins) are smaller on phones, so that the copy button stays beside them. */
const SHORT_CHARS_MAX = 13;

/** Component with the instructions of a currency's payment method: bank, chain or wallet provider. */
function paymentMethodOf(code: CurrencyCode): ComponentType<PayProps> {
  const { address, attribution } = networkOf(code);
  if (address.family === 'bank') return PayByBank;
  return attribution.by === 'address' ? PayByChain : PayByWallet;
}

interface TimedPayProps extends PayProps {
  /** How long the price is still held; absent where no time is told. */
  readonly leftSeconds?: number | undefined;
}

/** Payment instructions in a card of their own, below the order's status. */
export function PaymentInstructions({ leftSeconds, ...pay }: TimedPayProps) {
  return (
    <Card className="grid grid-cols-1 gap-4 outline-none" id={PAY_ID} tabIndex={-1}>
      <div className={AMOUNT_ROW}>
        <div className="min-w-0">
          <p className="text-muted">{pay.order.amountPaid > 0n ? <Trans>Còn thiếu</Trans> : <Trans>Chuyển đúng số tiền</Trans>}</p>
          <AmountToPay {...pay} />
        </div>
        <TimeAndCopy {...pay} leftSeconds={leftSeconds} />
      </div>
      <PayBy {...pay} />
    </Card>
  );
}

/** QR code and fields of the order's payment method. */
export function PayBy(pay: PayProps) {
  const PaymentMethod = paymentMethodOf(pay.order.from);
  return <PaymentMethod {...pay} />;
}

/** The amount to send: the largest text of the page, which copies it. Its digits are never on two lines, which would be read as two numbers. */
export function AmountToPay({ order, instructions }: PayProps) {
  const { locale } = useLocale();
  const text = formatAmount(order.from, instructions.amount, locale);
  const [number, unit] = text.split('\u00a0');
  const size = text.length > SHORT_CHARS_MAX ? 'text-[min(2.25rem,7.5vw)]' : 'text-[min(2.25rem,9vw)]';
  return (
    <CopyTarget className={`block font-semibold ${size} text-brand leading-tight`} data-amount="" of={COPY_AMOUNT_ID}>
      <span className="whitespace-nowrap">{number}</span> {unit}
    </CopyTarget>
  );
}

/** Remaining time of the price, above the button that copies the amount. */
export function TimeAndCopy({ leftSeconds, ...pay }: TimedPayProps) {
  return (
    <div className="grid shrink-0 justify-items-end gap-1">
      {leftSeconds !== undefined && <TimeLeft seconds={leftSeconds} />}
      <CopyAmount {...pay} />
    </div>
  );
}

/** The clock once more, where a phone has it below the first screen: its digits alone. Screen readers have the clock itself. */
function TimeLeft({ seconds }: { readonly seconds: number }) {
  return (
    <span
      aria-hidden="true"
      // Takes the width of the button below it, and overflows to the left, so that the amount keeps its room.
      className={clsx(
        'flex w-0 min-w-full items-center justify-end gap-px font-semibold text-small lg:hidden',
        seconds < TIMER_DANGER_SECONDS ? 'text-danger' : 'text-muted',
      )}
      data-clock=""
    >
      <Timer className="size-3 shrink-0" />
      <span className="whitespace-nowrap">
        <ClockDigits seconds={seconds} />
      </span>
    </span>
  );
}

/** Button that copies the raw amount. */
function CopyAmount({ order, instructions }: PayProps) {
  const { t } = useLingui();
  const rawAmount = formatDecimal(instructions.amount, CURRENCIES[order.from].scale);
  return (
    <CopyButton className="shrink-0 border border-edge" copied={t`Đã sao chép`} id={COPY_AMOUNT_ID} label={t`Sao chép số tiền`} value={rawAmount}>
      <span className="max-sm:hidden">
        <Trans>Sao chép số tiền</Trans>
      </span>
    </CopyButton>
  );
}
