import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { isKindOpen, type TradeOption } from './offer.ts';

/** Why no trade of a kind is open: for buys and sells it is the bank transfers, whatever the currency. */
const KIND_CLOSED = {
  buy: msg`Tạm thời chưa nhận chuyển khoản ngân hàng`,
  sell: msg`Tạm thời chưa chuyển khoản ngân hàng được`,
  ex: msg`Tạm dừng đổi giữa các loại tiền`,
};

/** Says what is closed where an offer is not open: the bank transfers, or the offer's currency. */
export function closedText(i18n: I18n, config: ConfigView, { kind, from, to, code }: TradeOption): string {
  if (!isKindOpen(config, kind)) return i18n._(KIND_CLOSED[kind]);
  const subject = kind === 'ex' ? `${CURRENCIES[from].name} → ${CURRENCIES[to].name}` : CURRENCIES[code].name;
  return i18n._(msg`${{ subject }} đang bảo trì`);
}
