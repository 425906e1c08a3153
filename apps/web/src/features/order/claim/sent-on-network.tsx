import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { networksOfAddress } from '@quydoi/domain/claim/on-chain';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import { Choice } from '@quydoi/ui/choice';

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
  const names = [...networks.map((code) => NETWORKS[code].name), t`Mạng khác`];
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-semibold">
        <Trans>Bạn đã gửi qua mạng nào?</Trans>
      </legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {names.map((name) => (
          <Choice checked={chosen === name} key={name} name="claim-network" onChoose={onChoose} value={name}>
            {name}
          </Choice>
        ))}
      </div>
      <p className="text-small text-warn" role="status">
        {chosen !== '' && chosen !== right && (
          <Trans>Đơn này nhận tiền qua mạng {right}. Tiền gửi qua mạng khác không tự vào đơn; hãy gửi báo này để nhân viên kiểm tra.</Trans>
        )}
      </p>
    </fieldset>
  );
}
