import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { buttonClass } from '@quydoi/ui/button';
import { ArrowUpDown } from 'lucide-react';
import { Link } from 'wouter';
import type { TradeOption } from '../offer.ts';
import { sourcesOf, targetsOf } from '../pairs.ts';
import { tradePath } from '../trade-path.ts';
import { CurrencyTab } from './currency-tab.tsx';
import { NetworkChoice } from './network-choice.tsx';

interface PairChoiceProps {
  readonly offers: readonly TradeOption[];
  readonly chosen: TradeOption;
}

/** Source and target currency of a swap, with a button to reverse them. */
export function PairChoice({ offers, chosen }: PairChoiceProps) {
  const { t } = useLingui();
  const reversed = offers.find(({ from, to }) => from === chosen.to && to === chosen.from);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Side chosen={chosen} offers={sourcesOf(offers, chosen)} side="from" />
      {reversed && (
        <Link
          aria-label={t`Đổi chiều`}
          className={buttonClass({ look: 'secondary', className: 'justify-self-center' })}
          href={tradePath(reversed)}
          title={t`Đổi chiều`}
        >
          <ArrowUpDown aria-hidden="true" className="size-5" />
        </Link>
      )}
      <Side chosen={chosen} offers={targetsOf(offers, chosen)} side="to" />
    </div>
  );
}

/** Currency tabs of one side, with the network choice for USDT. */
function Side({ offers, chosen, side }: PairChoiceProps & { readonly side: 'from' | 'to' }) {
  const { t } = useLingui();
  const current = chosen[side] as TradedCode;
  const networks = offers.filter((offer) => isUsdt(offer[side]));
  const shown = networks.find((offer) => offer[side] === current) ?? networks[0];
  const tabs = offers.filter((offer) => !isUsdt(offer[side]) || offer === shown);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="font-semibold">{side === 'from' ? <Trans>Bạn gửi</Trans> : <Trans>Bạn nhận</Trans>}</p>
      <nav aria-label={side === 'from' ? t`Chọn loại tiền gửi` : t`Chọn loại tiền nhận`} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {tabs.map((offer) => {
          const code = offer[side] as TradedCode;
          return (
            <CurrencyTab code={code} href={tradePath(offer)} isCurrent={code === current} key={code} name={CURRENCIES[code].name}>
              {!offer.isOpen && <Trans>Bảo trì</Trans>}
            </CurrencyTab>
          );
        })}
      </nav>
      {isUsdt(current) && <NetworkChoice chosen={current} name={`network-${side}`} offers={offers} side={side} />}
    </div>
  );
}
