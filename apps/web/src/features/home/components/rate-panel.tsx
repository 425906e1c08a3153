import { Trans } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { isCurrencyCode } from '@quydoi/domain/currencies';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';

/** Every currency with what customers buy and sell it for, in dong. */
export function RatePanel({ config }: { readonly config: ConfigView }) {
  const { locale } = useLocale();
  const rateOf = (code: string, kind: 'buy' | 'sell') => {
    const rate = config.rates.find((entry) => entry.code === code && entry.kind === kind);
    return rate ? formatDecimalText(rate.value, locale) : '–';
  };
  return (
    <Card className="grid gap-3">
      <CardTitle>
        <Trans>Tỷ giá hôm nay</Trans>
      </CardTitle>
      <table className="w-full">
        <thead>
          <tr className="text-small text-muted">
            <th className="pb-2 text-left font-normal" scope="col">
              <Trans>Loại tiền</Trans>
            </th>
            <th className="pb-2 pl-3 text-right font-normal" scope="col">
              <Trans>Bạn mua</Trans>
            </th>
            <th className="pb-2 pl-3 text-right font-normal" scope="col">
              <Trans>Bạn bán</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {config.currencies
            .filter(({ isShow }) => isShow)
            .map(({ code, name }) => (
              <tr className="border-line border-t" key={code}>
                <th className="py-2 text-left font-semibold" scope="row">
                  <span className="flex items-center gap-2 text-small">
                    {isCurrencyCode(code) && <CurrencyMark className="size-6" code={code} />}
                    {name}
                  </span>
                </th>
                <td className="py-2 pl-3 text-right">{rateOf(code, 'buy')}</td>
                <td className="py-2 pl-3 text-right">{rateOf(code, 'sell')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}
