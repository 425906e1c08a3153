import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadError, RETRY_EVERY_MS, releaseFailedLoads } from '../../lib/load-once.ts';
import { orderKeyOf } from '../../lib/order-keys.ts';
import { orderLink } from '../../lib/order-paths.ts';
import { SentenceGap } from '../../lib/punctuation.ts';
import { reportLoadFailure } from '../../lib/report-load-failure.ts';

interface LoadBoundaryProps {
  /** Loads what the children need; a failure of theirs is over when this resolves. */
  readonly load: () => Promise<unknown>;
  /** What the children show: another value ends a failure. */
  readonly name?: string;
  /** The order that the children show: its link stays visible when they fail. */
  readonly orderRef?: string | undefined;
  /** Classes of the notice. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** Shows a notice instead of children that cannot be loaded or rendered, and brings them back as soon as they can. */
export class LoadBoundary extends Component<LoadBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ name }: LoadBoundaryProps) {
    if (name !== this.props.name && this.state.error !== null) this.#reset();
  }

  readonly #reset = () => this.setState({ error: null });

  override render() {
    const { load, orderRef, className, children } = this.props;
    const { error } = this.state;
    return error === null ? children : <LoadFailure className={className} error={error} load={load} onLoaded={this.#reset} orderRef={orderRef} />;
  }
}

/** Failures after which the customer is told what else may help: those of a deploy or a short break are over by then. */
const VAIN_TRIES_MAX = 3;

interface LoadFailureProps {
  readonly error: unknown;
  readonly load: () => Promise<unknown>;
  readonly onLoaded: () => void;
  readonly className?: string | undefined;
  readonly orderRef?: string | undefined;
}

/**
 * Notice that a part of the page could not be loaded. Tries again by itself: every few seconds, and once the connection is back. Where that fails,
 * the page may be reloaded.
 */
export function LoadFailure({ error, load, onLoaded, className, orderRef }: LoadFailureProps) {
  const [busy, setBusy] = useState(false);
  const [vainTries, setVainTries] = useState(0);
  const retry = async (isWanted: boolean) => {
    releaseFailedLoads();
    await load().then(onLoaded, () => {
      setVainTries((n) => n + 1);
      reportLoadFailure(isWanted);
    });
  };
  const latest = useRef(retry);
  latest.current = retry;
  const isLoading = error instanceof LoadError;
  useEffect(() => {
    // An error in the page itself would only come again.
    if (!isLoading) return;
    const again = () => void latest.current(false);
    const timer = setInterval(again, RETRY_EVERY_MS);
    addEventListener('online', again);
    reportLoadFailure(false);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isLoading]);
  return (
    <Notice className={className} look="warn" role="alert">
      <p>
        <Trans>Chưa tải được phần này. Đơn hàng và tiền của bạn không bị ảnh hưởng.</Trans>
      </p>
      {vainTries >= VAIN_TRIES_MAX && (
        <p className="mt-1">
          <Trans>Nếu vẫn không tải được, bạn hãy đổi mạng hoặc mở trang bằng trình duyệt khác.</Trans>
        </p>
      )}
      {orderRef !== undefined && <OrderLink orderRef={orderRef} />}
      <Button
        busy={busy}
        className="mt-2"
        look="secondary"
        onClick={async () => {
          setBusy(true);
          await retry(true);
          setBusy(false);
        }}
      >
        <Trans>Thử lại</Trans>
      </Button>
    </Notice>
  );
}

function OrderLink({ orderRef }: { readonly orderRef: string }) {
  const key = orderKeyOf(orderRef);
  // The page's own address has the key that the server has not seen yet.
  const link = key === null ? location.href : orderLink(orderRef, key);
  return (
    <p className="mt-1">
      <Trans>Đường dẫn đơn hàng:</Trans>
      <SentenceGap />
      <a className="wrap-anywhere underline" href={link}>
        {link}
      </a>
    </p>
  );
}
