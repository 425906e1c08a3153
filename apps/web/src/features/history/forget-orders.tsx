import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { useEffect, useRef, useState } from 'react';
import type { OrderSummary } from '../order/order-summaries.ts';
import { forgetOrders } from './use-known-orders.ts';

/** Removes the finished orders, or all orders, from this device, after a warning about the loss of their keys. */
export function ForgetOrders({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);
  const done = orders.filter(({ turn }) => turn === 'done');
  const [doneCount, count] = [done.length, orders.length];
  const forget = (gone: readonly OrderSummary[]) => {
    forgetOrders(gone.map(({ ref }) => ref));
    setAsking(false);
  };
  if (!isAsking) {
    return (
      <Button className="justify-self-start" look="secondary" onClick={() => setAsking(true)}>
        <Trans>Xóa danh sách này</Trans>
      </Button>
    );
  }
  return (
    <Notice look="warn">
      <div className="grid gap-3 outline-none" ref={question} tabIndex={-1}>
        <p>
          <Trans>
            Đơn vẫn được xử lý. Nhưng sau khi xóa, thiết bị này chỉ xem được bản rút gọn của đơn và không chọn được cách xử lý. Hãy lưu đường dẫn của
            những đơn chưa xong trước khi xóa.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          {done.length > 0 && (
            <Button look="secondary" onClick={() => forget(done)}>
              <Trans>Xóa đơn đã xong ({doneCount})</Trans>
            </Button>
          )}
          <Button look="danger" onClick={() => forget(orders)}>
            <Trans>Xóa tất cả ({count})</Trans>
          </Button>
          <Button look="secondary" onClick={() => setAsking(false)}>
            <Trans>Không xóa</Trans>
          </Button>
        </div>
      </div>
    </Notice>
  );
}
