import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AddressRejection } from '@quydoi/domain/address/outcome';
import { CURRENCIES, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { shortNetworkLabel } from '../../lib/network-label.ts';
import { sharedText } from '../../lib/shared-text.ts';

/** Localized message of an address validation error, with the fix. */
export function addressProblemText(i18n: I18n, code: TradedCode, { problem, belongsTo = [] }: AddressRejection, example: string): string {
  const chosen = shortNetworkLabel(code);
  switch (problem) {
    case 'wrong-network':
      return wrongNetworkText(i18n, chosen, belongsTo);
    case 'checksum':
      return i18n._(msg`Có ký tự chưa đúng trong địa chỉ. Hãy sao chép lại nguyên vẹn từ ví của bạn.`);
    case 'unsupported':
      return unsupportedText(i18n, CURRENCIES[code].unit, example.slice(0, 1));
    case 'malformed': {
      const words = sharedText(i18n, 'error', 'WALLET_ADDRESS_INVALID', { currency: isUsdt(code) ? `USDT ${chosen}` : CURRENCIES[code].name });
      return i18n._(msg`${{ words }}. Ví dụ: ${{ example }}`);
    }
  }
}

/** Networks as wallets name them: `BEP20/ERC20`. */
export function networkNames(codes: readonly NetworkCode[]): string {
  return codes
    .map((network) => NETWORKS[network].tokenStandard ?? NETWORKS[network].name)
    .sort()
    .join('/');
}

/** @param belongsTo networks that the address seems to belong to */
function wrongNetworkText(i18n: I18n, chosen: string, belongsTo: readonly NetworkCode[]): string {
  const others = networkNames(belongsTo);
  return others === ''
    ? i18n._(msg`Đây là địa chỉ của mạng khác, bạn đang chọn ${{ chosen }}. Hãy chọn lại hoặc dán đúng địa chỉ.`)
    : i18n._(msg`Đây là địa chỉ ${{ others }}, bạn đang chọn ${{ chosen }}. Hãy chọn lại hoặc dán địa chỉ ${{ chosen }}.`);
}

function unsupportedText(i18n: I18n, unit: string, letter: string): string {
  return i18n._(msg`Chỉ nhận ví ${{ unit }}, bắt đầu bằng chữ ${{ letter }}.`);
}
