import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AddressProblem } from '@quydoi/domain/address/outcome';
import { CURRENCIES, isUsdt, networkOf, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { tokenStandardOf } from '../../lib/network-label.ts';
import { sharedText } from '../../lib/shared-text.ts';

/** Localized message of an address validation error, with the fix. */
export function addressProblemText(i18n: I18n, code: TradedCode, problem: AddressProblem, example: string): string {
  const chosen = tokenStandardOf(code) ?? CURRENCIES[code].name;
  switch (problem) {
    case 'wrong-network':
      return wrongNetworkText(i18n, code, chosen);
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

function wrongNetworkText(i18n: I18n, code: TradedCode, chosen: string): string {
  const others = tokenStandardOf(code) === null ? '' : otherStandards(code).join('/');
  return others === ''
    ? i18n._(msg`Đây là địa chỉ của mạng khác, bạn đang chọn ${{ chosen }}. Hãy đổi mạng hoặc dán đúng địa chỉ.`)
    : i18n._(msg`Đây là địa chỉ ${{ others }}, bạn đang chọn ${{ chosen }}. Hãy đổi mạng hoặc dán địa chỉ ${{ chosen }}.`);
}

/** Token standards with another address format, to which a rejected address may belong. */
function otherStandards(code: TradedCode): string[] {
  const { family } = networkOf(code).address;
  return TRADED_CODES.filter((other) => networkOf(other).address.family !== family).flatMap((other) => tokenStandardOf(other) ?? []);
}

function unsupportedText(i18n: I18n, unit: string, letter: string): string {
  return i18n._(msg`Chỉ nhận ví ${{ unit }}, bắt đầu bằng chữ ${{ letter }}.`);
}
