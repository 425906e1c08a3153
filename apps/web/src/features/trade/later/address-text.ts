import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AddressRejection, EnteredInstead } from '@quydoi/domain/address/outcome';
import { CURRENCIES, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { isOnChain, shortNetworkLabel } from '../../../lib/network-label.ts';
import { sharedText } from '../../../lib/shared-text.ts';

/** What was entered instead of an address, with the fix. */
const INSTEAD: Record<Exclude<EnteredInstead, 'number-alone'>, MessageDescriptor> = {
  transaction: msg`Đây là mã giao dịch (TxID), không phải địa chỉ ví. Hãy mở ví, chọn Nhận và sao chép địa chỉ {chosen}.`,
  'transaction-or-key': msg`Đây là mã giao dịch hoặc khóa riêng tư (private key), không phải địa chỉ ví. Nếu là khóa riêng tư, đừng đưa cho bất kỳ ai, kể cả chúng tôi. Hãy mở ví, chọn Nhận và sao chép địa chỉ {chosen}.`,
  'private-key': msg`Đây là khóa riêng tư (private key): ai có khóa này đều lấy được tiền trong ví. Đừng cho bất kỳ ai xem, kể cả chúng tôi; trang này không lưu lại. Hãy xóa đi rồi dán địa chỉ {chosen}.`,
  'recovery-phrase': msg`Đây là cụm từ khôi phục: ai có cụm từ này đều lấy được tiền trong ví. Đừng cho bất kỳ ai xem, kể cả chúng tôi; trang này không lưu lại. Hãy xóa đi rồi dán địa chỉ {chosen}.`,
  lightning: msg`Đây là mã thanh toán Lightning, chúng tôi chưa hỗ trợ. Hãy dán địa chỉ {chosen} (on-chain).`,
  'e-mail': msg`Đây là email, không phải địa chỉ ví. Hãy dán địa chỉ {chosen}.`,
  name: msg`Đây là tên đặt cho ví, chúng tôi chưa đọc được. Hãy dán địa chỉ {chosen} đầy đủ.`,
  testnet: msg`Đây là địa chỉ Bitcoin thử nghiệm (testnet), không nhận được tiền thật. Hãy dán địa chỉ {chosen}.`,
};

/** Localized message of an address validation error, with the fix. */
export function addressProblemText(i18n: I18n, code: TradedCode, rejection: AddressRejection, example: string): string {
  const chosen = shortNetworkLabel(code);
  if (rejection.instead === 'number-alone') return numberAloneText(i18n, CURRENCIES[code].unit, example);
  if (rejection.instead) return i18n._(INSTEAD[rejection.instead].id, { chosen });
  switch (rejection.problem) {
    case 'wrong-network':
      return wrongNetworkText(i18n, chosen, rejection);
    case 'checksum':
      return i18n._(msg`Có ký tự chưa đúng trong địa chỉ. Hãy sao chép lại nguyên vẹn từ ví của bạn.`);
    case 'unsupported':
      return unsupportedText(i18n, CURRENCIES[code].unit, example.slice(0, 1));
    case 'malformed': {
      const { name } = CURRENCIES[code];
      if (!isOnChain(code)) return i18n._(msg`Mã ví ${{ name }} không đúng. Ví dụ: ${{ example }}`);
      const words = sharedText(i18n, 'error', 'WALLET_ADDRESS_INVALID', { currency: isUsdt(code) ? `USDT ${chosen}` : name });
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

function wrongNetworkText(i18n: I18n, chosen: string, { belongsTo = [], otherChain }: AddressRejection): string {
  if (otherChain !== undefined) return i18n._(msg`Đây là địa chỉ ${{ otherChain }}, mạng chúng tôi chưa hỗ trợ. Hãy dán địa chỉ ${{ chosen }}.`);
  const others = networkNames(belongsTo);
  return others === ''
    ? i18n._(msg`Đây là địa chỉ của mạng khác, bạn đang chọn ${{ chosen }}. Hãy chọn lại hoặc dán đúng địa chỉ.`)
    : i18n._(msg`Đây là địa chỉ ${{ others }}, bạn đang chọn ${{ chosen }}. Hãy chọn lại hoặc dán địa chỉ ${{ chosen }}.`);
}

function unsupportedText(i18n: I18n, unit: string, letter: string): string {
  return i18n._(msg`Chỉ nhận ví ${{ unit }}, bắt đầu bằng chữ ${{ letter }}.`);
}

function numberAloneText(i18n: I18n, unit: string, example: string): string {
  const letter = example.slice(0, 1);
  return i18n._(
    msg`Mã ví ${{ unit }} bắt đầu bằng chữ ${{ letter }}, ví dụ ${{ example }}. Chỉ có chữ số thì có thể là số đăng nhập (Member ID, WMID), không phải mã ví.`,
  );
}
