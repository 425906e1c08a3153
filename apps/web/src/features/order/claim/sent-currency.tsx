import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { networksOfAddress, unitsSentOn } from '@quydoi/domain/claim/on-chain';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import { ClaimChoice } from './claim-choice.tsx';

interface SentCurrencyProps {
  readonly order: OrderView;
  /** Name of the network that was sent on; empty if none was chosen. */
  readonly network: string;
  /** Unit of the currency; empty if none was chosen. */
  readonly chosen: string;
  onChoose(unit: string): void;
}

/** Asks which currency was sent, where the order's address takes several: another one than the order's does not reach the order by itself. */
export function SentCurrency({ order, network, chosen, onChoose }: SentCurrencyProps) {
  const { t } = useLingui();
  const { unit: right, network: own } = CURRENCIES[order.from];
  const sentOn = networksOfAddress(own).find((code) => NETWORKS[code].name === network) ?? own;
  const units = unitsSentOn(sentOn);
  if (units.length === 0) return null;
  return (
    <ClaimChoice
      chosen={chosen}
      className="grid-cols-2 sm:grid-cols-4"
      legend={<Trans>Bạn đã gửi loại tiền nào?</Trans>}
      name="claim-currency"
      onChoose={onChoose}
      options={[...new Set([right, ...units]), t`Loại khác`]}
      warning={
        chosen !== '' &&
        chosen !== right && (
          <Trans>Đơn này nhận {right}. Loại tiền khác không được ghi nhận tự động; hãy gửi thông tin này để nhân viên kiểm tra.</Trans>
        )
      }
    />
  );
}
