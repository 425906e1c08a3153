import { Trans } from '@lingui/react/macro';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Choice } from '@quydoi/ui/choice';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { useLocation } from 'wouter';
import { finalityMinutes } from '../../../lib/finality.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isOnChain, shortNetworkLabel } from '../../../lib/network-label.ts';
import { IN_PLACE } from '../../../lib/page-place.ts';
import { codeOn, type TradeChoice, type TradeOption } from '../offer.ts';
import { tradePath } from '../trade-path.ts';

type NetworkChoiceProps = TradeChoice & { readonly chosen: TradeOption };

/**
 * Networks of the currency on a side, open ones first, with the usual duration and, for payouts, the fee: a radio group, or a line where there is
 * nothing to choose. Nothing for currencies that are not on a chain.
 */
export function NetworkChoice({ offers, chosen, side }: NetworkChoiceProps) {
  const [, navigate] = useLocation();
  const code = codeOn(chosen, side);
  if (!isOnChain(code)) return null;
  const { unit } = CURRENCIES[code];
  const isPayout = code === chosen.to;
  const networks = offers.filter((offer) => CURRENCIES[codeOn(offer, side)].unit === unit).toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  const legend = isPayout ? <Trans>Mạng nhận {unit}</Trans> : <Trans>Mạng gửi {unit}</Trans>;
  const [only, ...others] = networks;
  if (only && others.length === 0) {
    return (
      <fieldset>
        {/* Floating takes it into the line. */}
        <legend className="float-left mr-3 font-semibold">{legend}</legend>
        <div>
          <CurrencyMark className="mr-1.5 size-5 align-text-bottom" code={code} />
          <Network code={code} isPayout={isPayout} offer={only} />
        </div>
      </fieldset>
    );
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {networks.map((offer) => {
        const value = codeOn(offer, side);
        return (
          <Choice
            checked={value === code}
            key={value}
            name={`network${side ?? ''}`}
            onChoose={() => navigate(tradePath(offer), IN_PLACE)}
            value={value}
          >
            <CurrencyMark code={value} />
            <span className="min-w-0 flex-1 justify-between gap-3 max-sm:*:block sm:flex sm:items-baseline">
              <Network code={value} isPayout={isPayout} offer={offer} />
            </span>
          </Choice>
        );
      })}
      <p className="text-muted text-small">
        <Trans>Chọn đúng mạng của ví: sai mạng có thể mất tiền.</Trans>
      </p>
    </fieldset>
  );
}

interface NetworkProps {
  readonly code: CurrencyCode;
  readonly offer: TradeOption;
  readonly isPayout: boolean;
}

/** A network's name, and its fee and duration. */
function Network({ code, offer, isPayout }: NetworkProps) {
  const { locale } = useLocale();
  const label = shortNetworkLabel(code);
  const { name } = networkOf(code);
  const fee = `${formatDecimalText(offer.rate.fee, locale)}\u00a0${CURRENCIES[code].unit}`;
  return (
    <>
      <span className="font-semibold">
        {label} {label !== name && <span className="font-normal text-muted">{name}</span>}
      </span>
      <span className="inline-block text-small text-muted">
        {offer.isOpen && isPayout && <>{offer.rate.automaticFeeMax === null ? <Trans>Phí {fee}</Trans> : <Trans>Phí hiện tại {fee}</Trans>} · </>}
        {offer.isOpen ? <Speed code={code} /> : <Trans>Bảo trì</Trans>}
      </span>
    </>
  );
}

/** Usual time until a transfer is final. */
function Speed({ code }: { readonly code: CurrencyCode }) {
  const minutes = finalityMinutes(code);
  return minutes === 0 ? <Trans>dưới 1 phút</Trans> : <Trans>khoảng {minutes} phút</Trans>;
}
