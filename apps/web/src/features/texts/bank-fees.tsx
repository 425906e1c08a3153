import type { ConfigView } from '@quydoi/contract/config';
import { formatDecimalText } from '@quydoi/domain/money';
import { useLocale } from '../../lib/locale-context.tsx';

interface BankFeesProps {
  readonly config: ConfigView;
  /** Renders the line of one bank. */
  readonly children: (bank: string, fee: string) => string;
}

/** List items of the banks that charge a transfer fee. */
export function BankFees({ config, children }: BankFeesProps) {
  const { locale } = useLocale();
  return config.banks
    .filter(({ payoutFee }) => payoutFee !== '0')
    .map(({ code, shortName, payoutFee }) => <li key={code}>{children(shortName, `${formatDecimalText(payoutFee, locale)}\u00a0đ`)}</li>);
}
