import { useLingui } from '@lingui/react/macro';
import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { networkOf } from '@quydoi/domain/currencies';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { networkLabel } from '../../../lib/network-label.ts';
import { useConfig } from '../../../lib/site-data.ts';
import type { PictureLine } from './qr-picture.ts';

/** What the QR picture says as text: whom and where to pay, how much, for which order. */
export function usePictureLines(
  { from, ref }: OrderView,
  { amount, account, accountName, bankName, memo }: InstructionsView,
): readonly PictureLine[] {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const isBank = networkOf(from).address.family === 'bank';
  const lines: readonly (PictureLine | null)[] = [
    { name: t`Thanh toán cho`, value: config?.site.title ?? '' },
    { name: t`Số tiền`, value: formatAmount(from, amount, locale) },
    isBank ? { name: t`Ngân hàng`, value: bankName ?? '' } : { name: t`Mạng`, value: networkLabel(from) },
    { name: isBank ? t`Số tài khoản` : t`Địa chỉ`, value: account },
    isBank ? { name: t`Tên chủ tài khoản`, value: accountName } : null,
    isBank ? { name: t`Nội dung chuyển khoản (bắt buộc)`, value: memo } : null,
    { name: t`Mã đơn`, value: ref },
  ];
  return lines.flatMap((line) => (line && line.value !== '' ? [line] : []));
}
