import { Trans, useLingui } from '@lingui/react/macro';
import { TIMER_DANGER_SECONDS } from '@quydoi/domain/constants';
import { Countdown } from '@quydoi/ui/countdown';

interface OrderClockProps {
  readonly leftSeconds: number;
  readonly totalSeconds: number;
  /** Whether the order is paid by a transfer, which is made elsewhere. */
  readonly isTransfer: boolean;
  /** Whether the transfer is recognized by its memo. */
  readonly hasMemo: boolean;
}

/** Countdown of the price's validity. Payments that arrive later are still processed. */
export function OrderClock({ leftSeconds, totalSeconds, isTransfer, hasMemo }: OrderClockProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2">
      <Countdown dangerBelowSeconds={TIMER_DANGER_SECONDS} label={t`Giữ giá trong`} leftSeconds={leftSeconds} totalSeconds={totalSeconds} />
      {isTransfer && (
        <div className="grid gap-1 text-small text-muted">
          <p>
            <Trans>Bạn có thể rời trang này để chuyển tiền; đơn vẫn được theo dõi và tự đi tiếp.</Trans>
          </p>
          <p>
            <Trans>Chuyển muộn hay sai số tiền cũng không mất tiền: bạn được chọn đổi theo số đã chuyển, hoặc nhận lại tiền.</Trans>
          </p>
          {hasMemo && (
            <p>
              <Trans>Lỡ ghi sai hoặc quên nội dung thì đừng chuyển lại: tạo đơn được một phút là có chỗ báo, ngay dưới số tiền cần chuyển.</Trans>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
