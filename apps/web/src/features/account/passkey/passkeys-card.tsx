import { Trans, useLingui } from '@lingui/react/macro';
import type { PasskeyView } from '@quydoi/contract/passkeys';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useToast } from '@quydoi/ui/toast';
import { useState } from 'react';
import { formatDateInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { CodeSource } from '../code-field.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { useHasPasskeys } from './authenticator.ts';
import { RemovePasskey } from './remove-passkey.tsx';

type Form = 'add' | PasskeyView;

interface PasskeysCardProps {
  readonly factor: CodeSource;
  readonly passkeys: readonly PasskeyView[];
}

/** Lists, adds and removes passkeys. */
export function PasskeysCard({ factor, passkeys }: PasskeysCardProps) {
  const { t } = useLingui();
  const tell = useToast();
  const hasPasskeys = useHasPasskeys();
  const [form, setForm] = useState<Form | null>(null);
  const close = () => setForm(null);
  const done = (told: string) => {
    close();
    tell(told);
  };
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Khóa truy cập (passkey)</Trans>
      </CardTitle>
      <p>
        <Trans>
          Đăng nhập bằng vân tay, khuôn mặt hoặc mã PIN của thiết bị, không cần mật khẩu và mã xác thực. Trang giả mạo không lấy được khóa này.
        </Trans>
      </p>
      {form === 'add' ? (
        <AddPasskey onAdded={() => done(t`Đã thêm khóa truy cập`)} onCancel={close} source={factor} />
      ) : form !== null ? (
        <RemovePasskey onCancel={close} onRemoved={() => done(t`Đã xóa khóa truy cập`)} passkey={form} source={factor} />
      ) : (
        <>
          {passkeys.length > 0 && (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <Passkey key={passkey.id} onRemove={() => setForm(passkey)} passkey={passkey} />
              ))}
            </ul>
          )}
          {hasPasskeys ? (
            <Button className="justify-self-start" look="secondary" onClick={() => setForm('add')}>
              <Trans>Thêm khóa truy cập</Trans>
            </Button>
          ) : (
            <p className="text-muted">
              <Trans>Trình duyệt này chưa hỗ trợ khóa truy cập.</Trans>
            </p>
          )}
        </>
      )}
    </Card>
  );
}

interface PasskeyProps {
  readonly passkey: PasskeyView;
  readonly onRemove: () => void;
}

function Passkey({ passkey: { name, createdAt, usedAt }, onRemove }: PasskeyProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const shown = name === '' ? t`Khóa truy cập` : name;
  const [added, used] = [createdAt, usedAt].map((day) => (day === null ? '' : formatDateInVietnam(day, locale)));
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-1">
        <span className="wrap-anywhere font-semibold">{shown}</span>
        <span className="text-muted text-small">
          {used === '' ? (
            <Trans>Thêm ngày {added}, chưa dùng</Trans>
          ) : (
            <Trans>
              Thêm ngày {added}, dùng lần cuối {used}
            </Trans>
          )}
        </span>
      </div>
      <Button aria-label={t`Xóa khóa ${shown}`} className="shrink-0" look="quiet" onClick={onRemove}>
        <Trans>Xóa khóa</Trans>
      </Button>
    </li>
  );
}
