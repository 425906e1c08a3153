import { Trans } from '@lingui/react/macro';
import { useTRPCClient } from '@quydoi/client/react';
import type { TwoFactorView } from '@quydoi/contract/accounts';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { CallFailure } from '../call-failure.tsx';
import { download } from '../download.ts';
import { DeleteAccount } from './delete-account.tsx';
import { exportText } from './export-text.ts';

interface OwnDataCardProps {
  /** Undefined until it is known; nothing can be deleted before. */
  readonly factor: TwoFactorView | undefined;
  readonly onDeleted: () => void;
}

/** Card to download the customer's data and to delete the account. */
export function OwnDataCard({ factor, onDeleted }: OwnDataCardProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Dữ liệu của bạn</Trans>
      </CardTitle>
      {isDeleting && factor !== undefined ? (
        <DeleteAccount onCancel={() => setDeleting(false)} onDeleted={onDeleted} source={factor} />
      ) : (
        <>
          <Export />
          <Button className="justify-self-start" disabled={factor === undefined} look="danger" onClick={() => setDeleting(true)}>
            <Trans>Xóa tài khoản</Trans>
          </Button>
        </>
      )}
    </Card>
  );
}

function Export() {
  const client = useTRPCClient();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({ isBusy: false, error: null });
  const save = async () => {
    setState({ isBusy: true, error: null });
    try {
      download(exportText(await client.accounts.exportData.query()), 'quydoi.json', 'application/json');
      setState({ isBusy: false, error: null });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <>
      <p>
        <Trans>Tải về những gì chúng tôi giữ trong tài khoản: hồ sơ, thiết bị, nơi nhận tiền đã lưu và các đơn của bạn.</Trans>
      </p>
      <Button busy={state.isBusy} className="justify-self-start" look="secondary" onClick={() => void save()}>
        <Download aria-hidden="true" className="size-5" />
        <Trans>Tải dữ liệu</Trans>
      </Button>
      {state.error !== null && <CallFailure error={state.error} />}
    </>
  );
}
