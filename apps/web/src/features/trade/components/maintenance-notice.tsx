import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import { closedText } from '../closed-text.ts';
import { isKindOpen, type TradeOption } from '../offer.ts';

interface MaintenanceNoticeProps {
  readonly config: ConfigView;
  readonly offer: TradeOption;
}

/** Notice above the form of a closed trade. The form still shows prices and validates addresses. */
export function MaintenanceNotice({ config, offer }: MaintenanceNoticeProps) {
  const { i18n } = useLingui();
  const [name, other] = [CURRENCIES[offer.code].name, CURRENCIES[offer.to].name];
  const isKindClosed = !isKindOpen(config, offer.kind);
  return (
    <Notice look="warn">
      <p className="font-semibold">{closedText(i18n, config, offer)}</p>
      <p>
        {isKindClosed && <Trans>Áp dụng cho mọi loại tiền. Vui lòng quay lại sau.</Trans>}
        {!isKindClosed && offer.kind === 'buy' && <Trans>Tạm thời chưa mua được {name}. Hãy chọn loại tiền khác hoặc quay lại sau.</Trans>}
        {!isKindClosed && offer.kind === 'sell' && <Trans>Tạm thời chưa bán được {name}. Hãy chọn loại tiền khác hoặc quay lại sau.</Trans>}
        {!isKindClosed && offer.kind === 'ex' && (
          <Trans>
            Tạm thời chưa đổi được {name} sang {other}. Hãy chọn cặp khác hoặc quay lại sau.
          </Trans>
        )}
      </p>
    </Notice>
  );
}
