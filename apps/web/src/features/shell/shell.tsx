import { Trans } from '@lingui/react/macro';
import type { Locale } from '@quydoi/domain/locales';
import type { ReactNode } from 'react';
import type { Theme } from '../../lib/theme.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineBar, SiteNotice, UnreachableNotice } from './site-notices.tsx';

interface ShellProps {
  readonly theme: Theme;
  /** Without menu and footer. */
  readonly isBare: boolean;
  /** Loads what the page needs in another language. */
  readonly loadPage: (locale: Locale) => Promise<unknown>;
  readonly children: ReactNode;
}

/** Layout around every page: header, site notices and footer. */
export function Shell({ theme, isBare, loadPage, children }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded-field focus:bg-surface focus:p-3" href="#main">
        <Trans>Đến nội dung chính</Trans>
      </a>
      <Header hasMenu={!isBare} loadPage={loadPage} theme={theme} />
      <SiteNotice />
      <OfflineBar />
      <UnreachableNotice />
      <main className="mx-auto w-full max-w-6xl flex-1 px-3 py-4 sm:px-6 sm:py-8" id="main">
        {/* Filled in by the server: says what needs script. */}
        <noscript />
        {children}
      </main>
      {!isBare && <Footer />}
    </div>
  );
}
