import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { CallFailure } from './call-failure.tsx';
import { isLoginMissing } from './login-missing.ts';

/** The part of a query's result that tells of its failure. */
interface Read {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Says why the first of some queries that failed did so, and repeats all that failed when asked to. Nothing where none failed, or the login is over. */
export function ReadFailure({ reads }: { readonly reads: readonly Read[] }) {
  const failed = reads.filter(({ error }) => error !== null);
  const [first] = failed;
  if (first === undefined || failed.some(({ error }) => isLoginMissing(error))) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <CallFailure error={first.error} />
      <Button
        busy={failed.some(({ isFetching }) => isFetching)}
        className="justify-self-start"
        look="secondary"
        onClick={() => {
          for (const { refetch } of failed) void refetch();
        }}
      >
        <Trans>Thử lại</Trans>
      </Button>
    </div>
  );
}
