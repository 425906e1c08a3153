import { Trans } from '@lingui/react/macro';
import { isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { Choice } from '@quydoi/ui/choice';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { buyPath, type Offer } from '../buy-path.ts';

const NETWORKS: Partial<Record<TradedCode, { readonly name: string; readonly chain: string; readonly speed: ReactNode }>> = {
  trc20: { name: 'TRC20', chain: 'Tron', speed: <Trans>khoảng 1 phút</Trans> },
  bep20: { name: 'BEP20', chain: 'BNB Smart Chain', speed: <Trans>dưới 1 phút</Trans> },
  erc20: { name: 'ERC20', chain: 'Ethereum', speed: <Trans>2–5 phút</Trans> },
};

/** The network that USDT is sent on, each with its fee and usual speed. */
export function NetworkChoice({ offers, chosen }: { readonly offers: readonly Offer[]; readonly chosen: Offer }) {
  const { locale } = useLocale();
  const [, navigate] = useLocation();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">
        <Trans>Mạng nhận USDT</Trans>
      </legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {offers
          .filter(({ code }) => isUsdt(code))
          .map(({ code, rate }) => {
            const network = NETWORKS[code];
            const fee = formatDecimalText(rate.fee, locale);
            return (
              <Choice checked={code === chosen.code} key={code} name="network" onChoose={(value) => navigate(buyPath(value))} value={code}>
                <CurrencyMark code={code} />
                <span>
                  <span className="block font-semibold">
                    {network?.name} <span className="font-normal text-muted">{network?.chain}</span>
                  </span>
                  <span className="block text-small text-muted">
                    <Trans>Phí {fee} USDT</Trans> · {network?.speed}
                  </span>
                </span>
              </Choice>
            );
          })}
      </div>
    </fieldset>
  );
}
