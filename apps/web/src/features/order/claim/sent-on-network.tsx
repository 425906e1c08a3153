import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { networksOfAddress } from '@quydoi/domain/claim/on-chain';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import { ClaimChoice } from './claim-choice.tsx';

interface SentOnNetworkProps {
  readonly order: OrderView;
  /** Name of the network; empty if none was chosen. */
  readonly chosen: string;
  onChoose(network: string): void;
}

/** Asks which network was sent on, where the order's address is valid on several: money on a wrong one does not reach the order by itself. */
export function SentOnNetwork({ order, chosen, onChoose }: SentOnNetworkProps) {
  const { t } = useLingui();
  const networks = networksOfAddress(CURRENCIES[order.from].network);
  if (networks.length === 1) return null;
  const right = networkOf(order.from).name;
  return (
    <ClaimChoice
      chosen={chosen}
      className="sm:grid-cols-3"
      legend={<Trans>Bạn đã gửi qua mạng nào?</Trans>}
      name="claim-network"
      onChoose={onChoose}
      options={[...networks.map((code) => NETWORKS[code].name), t`Mạng khác`]}
      warning={
        chosen !== '' &&
        chosen !== right && (
          <Trans>
            Đơn này nhận tiền qua mạng {right}. Tiền gửi qua mạng khác không được ghi nhận tự động; hãy gửi thông tin này để nhân viên kiểm tra.
          </Trans>
        )
      }
    />
  );
}
