import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { orderPath } from '../../../lib/order-paths.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { THEME_KEY } from '../../../lib/theme.ts';
import type { PageMeta } from '../../../page-meta.ts';
import type { PageProps } from '../../../routes.tsx';
import { useTabTitle } from '../alert/use-tab-title.ts';
import { OrderSkeleton } from '../components/order-skeleton.tsx';
import { useOrder } from '../use-order.ts';
import { Receipt } from './receipt.tsx';
import { receiptOf } from './receipt-facts.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Biên nhận` });

/** Receipt of an order: one light page for printing, whatever the chosen theme. */
export function Page({ params }: PageProps) {
  const ref = (params.ref ?? '').toUpperCase();
  const { order } = useOrder(ref);
  const { config } = useConfig();
  const { t } = useLingui();
  // Also the proposed name of a saved file.
  useTabTitle(`${t`Biên nhận`} ${ref}`);
  useLightPage();
  if (!order || !config) return <OrderSkeleton />;
  const receipt = receiptOf(order);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      {receipt ? (
        <Receipt order={order} receipt={receipt} site={config.site} />
      ) : (
        <Notice>
          <Trans>Đơn chưa xong nên chưa có biên nhận.</Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 print:hidden">
        {receipt && (
          <Button onClick={() => window.print()}>
            <Trans>In hoặc lưu PDF</Trans>
          </Button>
        )}
        <Link className={buttonClass({ look: receipt ? 'secondary' : 'primary' })} href={orderPath(order.ref)}>
          <Trans>Về đơn hàng</Trans>
        </Link>
      </div>
    </div>
  );
}

/** The chosen theme in the page's cookies: storage may be denied. */
const CHOSEN_THEME = new RegExp(`(?:^|;\\s*)${THEME_KEY}=(light|dark)`);

/** Shows the document in the light theme until the page is left. */
function useLightPage(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = 'light';
    return () => {
      const [, chosen] = CHOSEN_THEME.exec(document.cookie) ?? [];
      if (chosen) dataset.theme = chosen;
      else delete dataset.theme;
    };
  }, []);
}
