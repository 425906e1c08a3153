import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { DestinationInput, DestinationView } from '@quydoi/contract/destinations';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useToast } from '@quydoi/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { SaveDestination } from './save-destination.tsx';

/** Lists, adds and removes the accounts and wallets that forms offer the customer to be paid to. */
export function DestinationsCard({ destinations }: { readonly destinations: readonly DestinationView[] }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const tell = useToast();
  const [isAdding, setAdding] = useState(false);
  const remove = useMutation(
    trpc.destinations.remove.mutationOptions({
      onSuccess: (list) => {
        queries.setQueryData(trpc.destinations.list.queryKey(), list);
        tell(t`Đã bỏ lưu nơi nhận`);
      },
    }),
  );
  const onSaved = () => {
    setAdding(false);
    tell(t`Đã lưu nơi nhận`);
  };
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Nơi nhận tiền đã lưu</Trans>
      </CardTitle>
      {destinations.length === 0 ? (
        <p className="text-muted">
          <Trans>Lưu tài khoản và ví của bạn để điền nhanh khi tạo đơn.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {destinations.map((destination) => (
            <Destination
              busy={remove.isPending && keyOf(remove.variables) === keyOf(inputOf(destination))}
              destination={destination}
              key={keyOf(inputOf(destination))}
              onRemove={() => remove.mutate(inputOf(destination))}
            />
          ))}
        </ul>
      )}
      {remove.error !== null && !isLoginMissing(remove.error) && <CallFailure error={remove.error} />}
      {isAdding ? (
        <SaveDestination onCancel={() => setAdding(false)} onSaved={onSaved} />
      ) : (
        <Button className="justify-self-start" look="secondary" onClick={() => setAdding(true)}>
          <Trans>Thêm nơi nhận</Trans>
        </Button>
      )}
    </Card>
  );
}

/** The destination as calls name it. */
function inputOf({ currency, bank, account }: DestinationView): DestinationInput {
  return { currency, account, ...(bank === null ? {} : { bank }) };
}

function keyOf({ currency, bank, account }: DestinationInput): string {
  return `${currency} ${bank} ${account}`;
}

interface DestinationProps {
  readonly destination: DestinationView;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

function Destination({ destination: { currency, bank, account }, busy, onRemove }: DestinationProps) {
  const { t } = useLingui();
  const { config } = useConfig();
  const name = bankNameOf(config, bank) ?? CURRENCIES[currency].name;
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-1">
        <span className="font-semibold">{name}</span>
        <span className="wrap-anywhere tabular-nums">{account}</span>
      </div>
      <Button aria-label={t`Bỏ lưu ${name} ${account}`} busy={busy} className="shrink-0" look="quiet" onClick={onRemove}>
        <Trans>Bỏ lưu</Trans>
      </Button>
    </li>
  );
}
