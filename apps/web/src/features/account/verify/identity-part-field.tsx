import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { IdentityPart } from '@quydoi/domain/customer/identity';
import { Spinner } from '@quydoi/ui/spinner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PictureButton } from '../pictures/picture-button.tsx';
import { PictureFailure } from '../pictures/picture-failure.tsx';
import { usePicture } from '../pictures/use-picture.ts';

/** Of one part: no picture, one that operators have not judged, or one among those that they refused. */
export type PartState = 'missing' | 'received' | 'refused';

interface IdentityPartFieldProps {
  readonly part: IdentityPart;
  readonly state: PartState;
  /** Called when sending begins and ends. Has to be referentially stable. */
  readonly onBusy: (part: IdentityPart, isBusy: boolean) => void;
}

/** Takes one picture, by camera or from the device, shows it, and sends it at once. */
export function IdentityPartField({ part, state, onBusy }: IdentityPartFieldProps) {
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
  const { choose, isDrawing, problem } = usePicture((image) => upload.mutate({ part, image }));
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);
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
        <span
          className={clsx('inline-flex items-center gap-1 font-normal text-small', state === 'received' ? 'text-ok' : 'text-muted')}
          role="status"
        >
          {isBusy ? (
            <>
              <Spinner className="size-4" /> <Trans>Đang gửi ảnh…</Trans>
            </>
          ) : state === 'received' ? (
            <>
              <Check aria-hidden="true" className="size-4" /> <Trans>Đã nhận</Trans>
            </>
          ) : state === 'refused' ? (
            <Trans>Ảnh lần trước</Trans>
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
      <PictureFailure error={upload.error} problem={problem} />
      <PictureButton
        disabled={isBusy}
        id={id}
        onFile={(file) => {
          setPreview(URL.createObjectURL(file));
          void choose(file);
        }}
      >
        {state === 'missing' ? <Trans>Chụp hoặc chọn ảnh</Trans> : <Trans>Thay ảnh</Trans>}
      </PictureButton>
    </fieldset>
  );
}
