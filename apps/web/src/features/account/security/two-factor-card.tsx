import { Trans, useLingui } from '@lingui/react/macro';
import type { TwoFactorView } from '@quydoi/contract/accounts';
import { Badge } from '@quydoi/ui/badge';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useToast } from '@quydoi/ui/toast';
import { useState } from 'react';
import { formatDateInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useFocusHere } from '../use-focus-here.ts';
import { ChangeTwoFactor } from './change-two-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOn } from './turn-on.tsx';
import { TurnOnSms } from './turn-on-sms.tsx';

/** So few recovery codes ask for new ones. */
const FEW_CODES = 3;

type Form = 'choose' | 'turn-on' | 'turn-on-sms' | 'turn-off' | 'replace-codes';

/** Whether a login takes a code, and what changes that. */
export function TwoFactorCard({ factor }: { readonly factor: TwoFactorView }) {
  const { t } = useLingui();
  const tell = useToast();
  const [form, setForm] = useState<Form | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = factor.twoFactor !== 'none';
  const close = () => setForm(null);
  const show = (made: readonly string[]) => {
    setCodes(made);
    close();
  };
  const onChanged = (made: readonly string[] | null) => {
    if (made !== null) return show(made);
    close();
    tell(t`Đã tắt xác thực hai lớp`);
  };
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <CardTitle>
          <Trans>Xác thực hai lớp</Trans>
        </CardTitle>
        <Badge colour={isOn ? 'green' : 'none'}>{isOn ? <Trans>Đã bật</Trans> : <Trans>Chưa bật</Trans>}</Badge>
      </div>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : form === 'choose' ? (
        <Choice onCancel={close} onChoose={setForm} />
      ) : form === 'turn-on' ? (
        <TurnOn onCancel={close} onDone={show} />
      ) : form === 'turn-on-sms' ? (
        <TurnOnSms onCancel={close} onDone={show} />
      ) : form !== null ? (
        <ChangeTwoFactor change={form} key={form} onCancel={close} onDone={onChanged} source={factor} />
      ) : isOn ? (
        <On factor={factor} onChange={setForm} />
      ) : (
        <Off onTurnOn={() => setForm(factor.isSmsOffered ? 'choose' : 'turn-on')} />
      )}
    </Card>
  );
}

function Off({ onTurnOn }: { readonly onTurnOn: () => void }) {
  return (
    <>
      <p>
        <Trans>Khi bật, bạn cần thêm mã 6 số để đăng nhập bằng mật khẩu: người lấy được mật khẩu vẫn không vào được tài khoản.</Trans>
      </p>
      <Button className="justify-self-start" onClick={onTurnOn}>
        <Trans>Bật xác thực hai lớp</Trans>
      </Button>
    </>
  );
}

interface ChoiceProps {
  readonly onCancel: () => void;
  readonly onChoose: (form: Form) => void;
}

/** Where codes come from. */
function Choice({ onCancel, onChoose }: ChoiceProps) {
  return (
    <>
      <p className="outline-none" ref={useFocusHere()} tabIndex={-1}>
        <Trans>Bạn muốn nhận mã bằng cách nào?</Trans>
      </p>
      <div className="grid grid-cols-1 gap-1">
        <Button onClick={() => onChoose('turn-on')} wide>
          <Trans>Ứng dụng xác thực (khuyên dùng)</Trans>
        </Button>
        <p className="text-muted text-small">
          <Trans>Ứng dụng trên điện thoại tạo mã, kể cả khi không có mạng.</Trans>
        </p>
      </div>
      <div className="grid grid-cols-1 gap-1">
        <Button look="secondary" onClick={() => onChoose('turn-on-sms')} wide>
          <Trans>Tin nhắn SMS</Trans>
        </Button>
        <p className="text-muted text-small">
          <Trans>Mã được gửi tới số di động Việt Nam của bạn. Kém an toàn hơn: kẻ gian có thể chiếm SIM.</Trans>
        </p>
      </div>
      <Button className="justify-self-start" look="quiet" onClick={onCancel}>
        <Trans>Quay lại</Trans>
      </Button>
    </>
  );
}

function On({
  factor: { twoFactor, sentTo, since, recoveryCodesLeft },
  onChange,
}: {
  readonly factor: TwoFactorView;
  readonly onChange: (form: Form) => void;
}) {
  const { locale } = useLocale();
  const day = since === null ? '' : formatDateInVietnam(since, locale);
  return (
    <>
      <p>
        <Trans>
          Bật từ {day}. Còn {recoveryCodesLeft} mã khôi phục chưa dùng.
        </Trans>
      </p>
      {twoFactor === 'sms' && (
        <p>
          <Trans>Mã được gửi tới số {sentTo}.</Trans>
        </p>
      )}
      {recoveryCodesLeft <= FEW_CODES && (
        <Notice look="warn">
          <Trans>Bạn sắp hết mã khôi phục. Hãy tạo mã mới để không mất tài khoản khi mất điện thoại.</Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => onChange('replace-codes')}>
          <Trans>Tạo mã khôi phục mới</Trans>
        </Button>
        <Button look="danger" onClick={() => onChange('turn-off')}>
          <Trans>Tắt</Trans>
        </Button>
      </div>
    </>
  );
}
