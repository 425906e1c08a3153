import { Plural, Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { VOUCHER_REFUSALS_MAX } from '@quydoi/domain/voucher';
import { Notice } from '@quydoi/ui/notice';
import { useConfig } from '../../../lib/site-data.ts';
import { supportHref } from '../components/support.tsx';

/** Notice that the issuer refused the last voucher, or that the outcome is unknown. @param left tries that the order has left */
export function VoucherTrouble({ isUnknown, left }: { readonly isUnknown: boolean; readonly left: number }) {
  if (isUnknown) {
    return (
      <Notice look="warn" role="alert">
        <Trans>
          Chưa rõ voucher trước đã bị trừ tiền hay chưa; nhân viên sẽ đối chiếu với nhà phát hành. Đừng nhập lại hay dùng voucher đó ở nơi khác.
        </Trans>
      </Notice>
    );
  }
  return (
    <Notice look="danger" role="alert">
      <Trans>
        Nhà phát hành không chấp nhận voucher này: sai số, sai mã, hoặc đã được dùng. Voucher chưa bị trừ tiền. Hãy xem lại từng số; bạn còn{' '}
        <Plural other="# lần thử" value={left} />.
      </Trans>
    </Notice>
  );
}

/** Notice that the order accepts no more vouchers, with the support address. */
export function NoVoucherLeft({ order }: { readonly order: OrderView }) {
  const { config } = useConfig();
  const email = config?.site.email ?? '';
  return (
    <Notice look="warn" role="status">
      <p>
        <Trans>
          Nhà phát hành đã từ chối {VOUCHER_REFUSALS_MAX} voucher nên đơn này không nhận thêm. Nếu voucher của bạn đúng, hãy liên hệ hỗ trợ.
        </Trans>
      </p>
      <a className="inline-flex min-h-touch items-center font-semibold break-all" href={supportHref(email, order.ref)}>
        {email}
      </a>
    </Notice>
  );
}
