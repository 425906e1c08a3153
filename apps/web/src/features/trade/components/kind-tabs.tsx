import { Trans, useLingui } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import type { OrderKind } from '@quydoi/domain/order-status';
import { TabBar, tabClass } from '@quydoi/ui/tabs';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { TradeOption } from '../offer.ts';
import { kindPath } from '../trade-path.ts';

const NAMES: readonly (readonly [OrderKind, ReactNode])[] = [
  ['buy', <Trans key="buy">Mua</Trans>],
  ['sell', <Trans key="sell">Bán</Trans>],
  ['ex', <Trans key="ex">Đổi</Trans>],
];

/** Tabs for buy, sell and swap; each links to a page and keeps the currency if the kind offers it. */
export function KindTabs({ config, offer }: { readonly config: ConfigView; readonly offer: TradeOption }) {
  const { t } = useLingui();
  return (
    <TabBar aria-label={t`Loại giao dịch`}>
      {NAMES.map(([kind, name]) => (
        <Link
          aria-current={kind === offer.kind ? 'page' : undefined}
          className={tabClass(kind === offer.kind)}
          href={kindPath(config, kind, offer.code)}
          key={kind}
        >
          {name}
        </Link>
      ))}
    </TabBar>
  );
}
