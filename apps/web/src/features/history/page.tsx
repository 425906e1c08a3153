import { Trans, useLingui } from '@lingui/react/macro';
import { REF_SEARCH_LENGTH_MAX } from '@quydoi/domain/constants';
import { Button } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { orderPath } from '../../lib/order-paths.ts';
import type { PageProps } from '../../routes.tsx';
import { KnownOrders } from './known-orders.tsx';

/** A reference has ten characters. The module that knows them is not worth its size here. */
const REF_PATTERN = /^[A-Za-z0-9-]{10,}$/;

/** Order search by reference. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const missing = new URLSearchParams(useSearch()).get('missing');
  const [ref, setRef] = useState(missing ?? '');
  const [error, setError] = useState('');

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = ref.trim();
    if (wanted === '') return setError(t`Vui lòng nhập mã đơn hàng`);
    if (!REF_PATTERN.test(wanted))
      return setError(t`Mã đơn gồm 10 chữ và số viết liền, ví dụ S7PNZSFYXK. Không nhớ mã? Hãy chọn đơn trong danh sách bên dưới.`);
    navigate(orderPath(wanted.toUpperCase()));
  };

  return (
    <div className="mx-auto grid w-full max-w-xl gap-4">
      <h1 className="text-title font-semibold">
        <Trans>Tra cứu đơn hàng</Trans>
      </h1>
      {missing && (
        <Notice look="warn" role="alert">
          <Trans>Không tìm thấy đơn hàng {missing}. Vui lòng kiểm tra lại mã đơn.</Trans>
        </Notice>
      )}
      <Card>
        <form method="dialog" noValidate onSubmit={onSubmit}>
          <Field error={error} hint={<Trans>10 chữ và số ở đầu trang đơn.</Trans>} id="history-ref" label={<Trans>Mã đơn hàng</Trans>}>
            {/* One row: below it are the device's own orders, which most come for. */}
            <div className="flex flex-wrap gap-2">
              <Input
                {...fieldProps('history-ref', error, true)}
                autoCapitalize="characters"
                autoComplete="off"
                className="min-w-32 flex-1 uppercase"
                maxLength={REF_SEARCH_LENGTH_MAX}
                onChange={(event) => {
                  setRef(event.target.value);
                  setError('');
                }}
                spellCheck={false}
                value={ref}
              />
              <Button type="submit">
                <Trans>Tìm đơn</Trans>
              </Button>
            </div>
          </Field>
        </form>
      </Card>
      <KnownOrders />
    </div>
  );
}
