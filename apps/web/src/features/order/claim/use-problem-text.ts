import { useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { ClaimProblem } from '@quydoi/domain/claim/claim';
import { networkOf } from '@quydoi/domain/currencies';

/** Says what is wrong with a field of a claim, and how to put it right. */
export function useProblemText({ from }: Pick<OrderView, 'from'>): (problem: ClaimProblem) => string {
  const { t } = useLingui();
  const { name: network, explorer } = networkOf(from);
  return ({ field, problem }) => {
    switch (problem) {
      case 'required':
        return field === 'accountEnd' ? t`Vui lòng nhập mục này hoặc mã giao dịch.` : t`Vui lòng chọn lúc bạn đã chuyển.`;
      case 'future':
        return t`Thời điểm này chưa đến. Vui lòng xem lại ngày giờ.`;
      case 'beforeOrder':
        return t`Lúc đó đơn chưa được tạo. Vui lòng xem lại ngày giờ.`;
      case 'invalid':
        if (field === 'accountEnd') return t`Nhập ít nhất 3 chữ số hoặc chữ cái cuối cùng.`;
        return explorer
          ? t`Đây không phải mã giao dịch trên mạng ${network}. Hãy sao chép đủ cả mã trong ví đã chuyển.`
          : t`Mã này có ký tự lạ. Hãy sao chép lại từ biên lai.`;
    }
  };
}
