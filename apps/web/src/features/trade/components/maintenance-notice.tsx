import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import type { TradeOption } from '../offer.ts';

/** Notice above the form of a closed trade. The form still shows prices and validates addresses. */
export function MaintenanceNotice({ offer }: { readonly offer: TradeOption }) {
  const [name, other] = [CURRENCIES[offer.code].name, CURRENCIES[offer.to].name];
  const subject = offer.kind === 'ex' ? `${name} → ${other}` : name;
  return (
    <Notice look="warn">
      <p className="font-semibold">
        <Trans>{subject} đang bảo trì</Trans>
      </p>
      <p>
        {offer.kind === 'buy' && <Trans>Tạm thời chưa mua được {name}. Hãy chọn loại tiền khác hoặc quay lại sau.</Trans>}
        {offer.kind === 'sell' && <Trans>Tạm thời chưa bán được {name}. Hãy chọn loại tiền khác hoặc quay lại sau.</Trans>}
        {offer.kind === 'ex' && (
          <Trans>
            Tạm thời chưa đổi được {name} sang {other}. Hãy chọn cặp khác hoặc quay lại sau.
          </Trans>
        )}
      </p>
    </Notice>
  );
}
