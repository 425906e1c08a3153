import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { type IdentityPart, IMAGE_MAX } from '@quydoi/domain/customer/identity';
import { buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Spinner } from '@quydoi/ui/spinner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { base64Of, shrinkImage } from './shrink-image.ts';

/** By their types, not their endings: phones then offer the camera, and iPhones convert their own format. */
const ACCEPTED = 'image/png,image/jpeg,image/svg+xml';

interface IdentityPartFieldProps {
  readonly part: IdentityPart;
  /** Whether a picture of this part is kept. */
  readonly isKept: boolean;
  /** Called when sending begins and ends. Has to be referentially stable. */
  readonly onBusy: (part: IdentityPart, isBusy: boolean) => void;
}

/** Takes one picture, by camera or from the device, shows it, and sends it at once. */
export function IdentityPartField({ part, isKept, onBusy }: IdentityPartFieldProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [preview, setPreview] = useState<string | null>(null);
  const upload = useMutation(
    trpc.identity.uploadPart.mutationOptions({
      // The picture itself is not kept in the page's memory.
      gcTime: 0,
      onSuccess: (changed) => queries.setQueryData(trpc.identity.get.queryKey(), changed),
      onError: () => queries.invalidateQueries(trpc.identity.get.queryFilter()),
    }),
  );
  const [isDrawing, setDrawing] = useState(false);
  const [problem, setProblem] = useState<'unreadable' | 'too-large' | null>(null);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);
  const send = async (file: Blob) => {
    setPreview(URL.createObjectURL(file));
    setProblem(null);
    setDrawing(true);
    try {
      const small = await shrinkImage(file);
      if (small.size > IMAGE_MAX.bytes) setProblem('too-large');
      else upload.mutate({ part, image: await base64Of(small) });
    } catch {
      // The device cannot read it, such as a file that is not on it any more.
      setProblem('unreadable');
    } finally {
      setDrawing(false);
    }
  };
  const isBusy = isDrawing || upload.isPending;
  useEffect(() => onBusy(part, isBusy), [onBusy, part, isBusy]);
  const names: Readonly<Record<IdentityPart, string>> = {
    front: t`Mặt trước giấy tờ`,
    back: t`Mặt sau giấy tờ`,
    selfie: t`Ảnh bạn cầm giấy tờ`,
  };
  const id = `identity-${part}`;
  return (
    <fieldset aria-label={names[part]} className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-3 font-semibold">
        {names[part]}
        <span className={clsx('inline-flex items-center gap-1 font-normal text-small', isKept ? 'text-ok' : 'text-muted')} role="status">
          {isBusy ? (
            <>
              <Spinner className="size-4" /> <Trans>Đang gửi ảnh…</Trans>
            </>
          ) : isKept ? (
            <>
              <Check aria-hidden="true" className="size-4" /> <Trans>Đã nhận</Trans>
            </>
          ) : (
            <Trans>Chưa có</Trans>
          )}
        </span>
      </div>
      {preview !== null && (
        <img
          alt={names[part]}
          className="max-h-60 w-full rounded-field bg-sunken object-contain"
          // What the browser cannot show, the server may still read.
          onError={() => setPreview(null)}
          src={preview}
        />
      )}
      {problem !== null ? (
        <Notice look="danger" role="alert">
          {problem === 'unreadable' ? (
            <Trans>Thiết bị không đọc được tệp này. Hãy chọn ảnh khác.</Trans>
          ) : (
            <Trans>Ảnh quá lớn: tối đa 10 MB. Hãy chọn ảnh khác.</Trans>
          )}
        </Notice>
      ) : (
        upload.error !== null && !isLoginMissing(upload.error) && <CallFailure error={upload.error} />
      )}
      <label className={clsx(buttonClass({ look: 'secondary' }), 'cursor-pointer justify-self-start has-focus-visible:outline-2')} htmlFor={id}>
        {isKept ? <Trans>Thay ảnh</Trans> : <Trans>Chụp hoặc chọn ảnh</Trans>}
        <input
          accept={ACCEPTED}
          className="sr-only"
          disabled={isBusy}
          id={id}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again.
            target.value = '';
            if (file) void send(file);
          }}
          type="file"
        />
      </label>
    </fieldset>
  );
}
