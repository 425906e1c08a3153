import { buttonClass } from '@quydoi/ui/button';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** By their types, not their endings: phones then offer the camera, and iPhones convert their own format. */
const ACCEPTED = 'image/png,image/jpeg,image/svg+xml';

interface PictureButtonProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly onFile: (file: Blob) => void;
  readonly children: ReactNode;
}

/** Takes a picture, by camera or from the device. */
export function PictureButton({ id, disabled, onFile, children }: PictureButtonProps) {
  return (
    <label className={clsx(buttonClass({ look: 'secondary' }), 'cursor-pointer justify-self-start has-focus-visible:outline-2')} htmlFor={id}>
      {children}
      <input
        accept={ACCEPTED}
        className="sr-only"
        disabled={disabled}
        id={id}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
        type="file"
      />
    </label>
  );
}
