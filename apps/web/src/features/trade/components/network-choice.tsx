import { Trans } from '@lingui/react/macro';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Choice, OnlyChoice } from '@quydoi/ui/choice';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { useLocation } from 'wouter';
import { finalityMinutes } from '../../../lib/finality.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isOnChain, shortNetworkLabel } from '../../../lib/network-label.ts';
import { codeOn, type TradeChoice, type TradeOption } from '../offer.ts';
import { tradePath } from '../trade-path.ts';

type NetworkChoiceProps = TradeChoice & { readonly chosen: TradeOption };

/**
 * Networks of the currency on a side, open ones first, with the usual duration and, for payouts, the fee: a radio group, or one card where there is
 * nothing to choose. Nothing for currencies that are not on a chain.
 */
export function NetworkChoice({ offers, chosen, side }: NetworkChoiceProps) {
  const { locale } = useLocale();
  const [, navigate] = useLocation();
  const code = codeOn(chosen, side);
  if (!isOnChain(code)) return null;
  const { unit } = CURRENCIES[code];
  const isPayout = code === chosen.to;
  const networks = offers.filter((offer) => CURRENCIES[codeOn(offer, side)].unit === unit).toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  const Card = networks.length === 1 ? OnlyChoice : Choice;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{isPayout ? <Trans>Mạng nhận {unit}</Trans> : <Trans>Mạng gửi {unit}</Trans>}</legend>
      {networks.map((offer) => {
        const value = codeOn(offer, side);
        const label = shortNetworkLabel(value);
        const { name } = networkOf(value);
        const fee = `${formatDecimalText(offer.rate.fee, locale)}\u00a0${unit}`;
        return (
          <Card checked={value === code} key={value} name={`network${side ?? ''}`} onChoose={() => navigate(tradePath(offer))} value={value}>
            <CurrencyMark code={value} />
            <span className="min-w-0 flex-1 justify-between gap-3 sm:flex sm:items-baseline">
              <span className="block font-semibold">
                {label} {label !== name && <span className="font-normal text-muted">{name}</span>}
              </span>
              <span className="block text-small text-muted">
                {offer.isOpen && isPayout && (
                  <>{offer.rate.automaticFeeMax === null ? <Trans>Phí {fee}</Trans> : <Trans>Phí hiện tại {fee}</Trans>} · </>
                )}
                {offer.isOpen ? <Speed code={value} /> : <Trans>Bảo trì</Trans>}
              </span>
            </span>
          </Card>
        );
      })}
    </fieldset>
  );
}

/** Usual time until a transfer is final. */
function Speed({ code }: { readonly code: CurrencyCode }) {
  const minutes = finalityMinutes(code);
  return minutes === 0 ? <Trans>dưới 1 phút</Trans> : <Trans>khoảng {minutes} phút</Trans>;
}
