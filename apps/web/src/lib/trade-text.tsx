import { Trans } from '@lingui/react/macro';
import type { OrderKind } from '@quydoi/domain/order-status';

/** A trade in words: "Bán 100 USD → 2.535.000 đ". @param sent amount with its unit */
export function TradeText({ kind, sent, received }: { readonly kind: OrderKind; readonly sent: string; readonly received: string }) {
  if (kind === 'buy') {
    return (
      <Trans>
        Mua {received} bằng {sent}
      </Trans>
    );
  }
  return kind === 'sell' ? (
    <Trans>
      Bán {sent} → {received}
    </Trans>
  ) : (
    <Trans>
      Đổi {sent} → {received}
    </Trans>
  );
}
