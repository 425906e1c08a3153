import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AddressProblem } from '@quydoi/domain/address/outcome';
import { CURRENCIES, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { sharedText } from '../../lib/shared-text.ts';

/** Short names of the USDT networks, as wallets show them. */
const NETWORK_NAMES: Partial<Record<TradedCode, string>> = { trc20: 'TRC20', bep20: 'BEP20', erc20: 'ERC20' };

/** What is wrong with an address, and what to do. */
export function addressProblemText(i18n: I18n, code: TradedCode, problem: AddressProblem, example: string): string {
  const chosen = NETWORK_NAMES[code] ?? CURRENCIES[code].name;
  switch (problem) {
    case 'wrong-network':
      return code === 'trc20'
        ? i18n._(msg`Đây là địa chỉ BEP20/ERC20, bạn đang chọn TRC20. Hãy đổi mạng hoặc dán địa chỉ TRC20.`)
        : i18n._(msg`Đây là địa chỉ của mạng khác, bạn đang chọn ${{ chosen }}. Hãy đổi mạng hoặc dán đúng địa chỉ.`);
    case 'checksum':
      return i18n._(msg`Có ký tự chưa đúng trong địa chỉ. Hãy sao chép lại nguyên vẹn từ ví của bạn.`);
    case 'unsupported':
      return code === 'wmz' ? i18n._(msg`Chỉ nhận ví WMZ, bắt đầu bằng chữ Z.`) : i18n._(msg`Chỉ nhận ví USD, bắt đầu bằng chữ U.`);
    case 'malformed': {
      const words = sharedText(i18n, 'error', 'WALLET_ADDRESS_INVALID', { currency: isUsdt(code) ? `USDT ${chosen}` : CURRENCIES[code].name });
      return i18n._(msg`${{ words }}. Ví dụ: ${{ example }}`);
    }
  }
}
