import { useLingui } from '@lingui/react/macro';
import type { RevealedVouchersView } from '@quydoi/contract/vouchers';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@quydoi/domain/voucher';
import { CopyRow } from '@quydoi/ui/copy';
import { formatAmount } from '../../../lib/format.ts';
import { groupedCode } from './voucher-entry.ts';

interface VoucherRowsProps {
  /** Null while they are hidden: then the page has nothing of them. */
  readonly vouchers: RevealedVouchersView['vouchers'] | null;
  /** Currency of their amounts. */
  readonly code: CurrencyCode;
  readonly locale: Locale;
}

/** Number and activation code of vouchers, each with a copy button of its own, or as many dots. */
export function VoucherRows({ vouchers, code, locale }: VoucherRowsProps) {
  const { t } = useLingui();
  const copied = t`Đã sao chép`;
  if (!vouchers) {
    return (
      <div className="grid grid-cols-1 gap-1">
        <HiddenRow digits={VOUCHER_NUMBER_DIGITS} name={t`Số voucher`} />
        <HiddenRow digits={VOUCHER_CODE_DIGITS} name={t`Mã kích hoạt`} />
      </div>
    );
  }
  return vouchers.map((voucher) => (
    <div className="grid grid-cols-1 gap-1" key={voucher.number}>
      {vouchers.length > 1 && <p className="pl-4 font-semibold">{formatAmount(code, voucher.amount, locale)}</p>}
      <CopyRow
        copied={copied}
        label={t`Sao chép số voucher`}
        name={t`Số voucher`}
        shown={<span className="tracking-wide">{voucher.number}</span>}
        value={voucher.number}
      />
      <CopyRow
        copied={copied}
        label={t`Sao chép mã kích hoạt`}
        name={t`Mã kích hoạt`}
        shown={<span className="tracking-wide">{groupedCode(voucher.code)}</span>}
        value={voucher.code}
      />
    </div>
  ));
}

/** As high as a `CopyRow`, so that nothing moves when the digits come. */
function HiddenRow({ name, digits }: { readonly name: string; readonly digits: number }) {
  return (
    <div className="flex min-h-14 items-center py-1.5 pl-4">
      <div>
        <div className="text-muted text-small">{name}</div>
        <div aria-hidden="true" className="font-semibold tracking-wide">
          {groupedCode('0'.repeat(digits)).replaceAll('0', '•')}
        </div>
      </div>
    </div>
  );
}
