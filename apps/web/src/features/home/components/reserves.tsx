import { Trans } from '@lingui/react/macro';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { formatApproximate } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { openCodes } from '../../trade/offer.ts';

/** Available reserve of each currency that can be traded now. */
export function Reserves({ config, live }: { readonly config: ConfigView; readonly live: LiveView | undefined }) {
  const { locale } = useLocale();
  const open = openCodes(config);
  return (
    <Card className="grid gap-3">
      <CardTitle>
        <Trans>Dự trữ hiện có</Trans>
      </CardTitle>
      <dl className="grid gap-2">
        {config.currencies
          .filter(({ code }) => open.includes(code))
          .map(({ code, name, unit, reserve }) => {
            const available = live?.reserves.find((entry) => entry.code === reserve)?.available;
            return (
              <div className="flex flex-wrap items-baseline justify-between gap-x-3" key={code}>
                <dt className="text-muted">{name}</dt>
                <dd className="font-semibold">
                  {available === undefined ? <Skeleton className="h-5 w-20" /> : `${formatApproximate(available, locale)}\u00a0${unit}`}
                </dd>
              </div>
            );
          })}
      </dl>
    </Card>
  );
}
