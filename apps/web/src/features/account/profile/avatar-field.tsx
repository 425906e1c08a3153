import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { CustomerView } from '@quydoi/contract/accounts';
import { CUT_IMAGES } from '@quydoi/domain/image';
import { Button } from '@quydoi/ui/button';
import { Spinner } from '@quydoi/ui/spinner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { useState } from 'react';
import { PictureButton } from '../pictures/picture-button.tsx';
import { PictureFailure } from '../pictures/picture-failure.tsx';
import { usePicture } from '../pictures/use-picture.ts';

const FRAME = 'flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-full bg-sunken text-muted';

/** Shows the picture that the customer has of themselves, and changes or removes it. */
export function AvatarField({ avatar }: Pick<CustomerView, 'avatar'>) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = (changed: CustomerView) => queries.setQueryData(trpc.accounts.me.queryKey(), changed);
  // The picture itself is not kept in the page's memory.
  const upload = useMutation(trpc.accounts.setAvatar.mutationOptions({ gcTime: 0, onSuccess }));
  const remove = useMutation(trpc.accounts.removeAvatar.mutationOptions({ onSuccess }));
  const { choose, isDrawing, problem } = usePicture((image) => upload.mutate({ image }));
  const isSending = isDrawing || upload.isPending;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-4">
        <Shown avatar={avatar} key={avatar} />
        <div className="flex min-w-0 flex-wrap gap-x-2 gap-y-3">
          <PictureButton
            disabled={isSending || remove.isPending}
            id="avatar"
            onFile={(file) => {
              remove.reset();
              void choose(file);
            }}
          >
            {avatar === null ? <Trans>Chọn ảnh đại diện</Trans> : <Trans>Đổi ảnh đại diện</Trans>}
          </PictureButton>
          {avatar !== null && (
            <Button
              aria-label={t`Xóa ảnh đại diện`}
              busy={remove.isPending}
              disabled={isSending}
              look="quiet"
              onClick={() => {
                upload.reset();
                remove.mutate({});
              }}
            >
              <Trans>Xóa ảnh</Trans>
            </Button>
          )}
        </div>
      </div>
      <p className="text-muted text-small empty:hidden" role="status">
        {isSending ? (
          <span className="inline-flex items-center gap-1">
            <Spinner className="size-4" /> <Trans>Đang gửi ảnh…</Trans>
          </span>
        ) : upload.isSuccess ? (
          <Trans>Đã lưu ảnh đại diện. Chỉ bạn nhìn thấy ảnh này.</Trans>
        ) : (
          remove.isSuccess && <Trans>Đã xóa ảnh đại diện.</Trans>
        )}
      </p>
      <PictureFailure error={upload.error ?? remove.error} problem={problem} />
    </div>
  );
}

/** The picture, or what stands for one: also where it cannot be read. */
function Shown({ avatar }: Pick<CustomerView, 'avatar'>) {
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  if (avatar === null || isMissing) {
    return (
      <span className={FRAME}>
        <User aria-hidden="true" className="size-10" />
      </span>
    );
  }
  return (
    <span className={FRAME}>
      <img alt={t`Ảnh đại diện của bạn`} className="size-full object-cover" onError={() => setMissing(true)} src={avatar} {...CUT_IMAGES.avatar} />
    </span>
  );
}
