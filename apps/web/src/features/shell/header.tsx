import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeftRight, Search } from 'lucide-react';
import { Link } from 'wouter';
import { useConfig } from '../../lib/site-data.ts';
import type { Theme } from '../../lib/theme.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const MENU_LINK = 'hidden min-h-touch items-center rounded-field px-3 text-ink no-underline hover:bg-sunken sm:flex';

/** Site header: name, menu, language and theme switches. */
export function Header({ theme, hasMenu }: { readonly theme: Theme; readonly hasMenu: boolean }) {
  const { config } = useConfig();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-1 px-3 sm:gap-3 sm:px-6">
        <Link className="mr-auto flex min-h-touch items-center gap-2 font-semibold text-ink no-underline" href="/">
          <span aria-hidden="true" className="flex size-8 items-center justify-center rounded-mark bg-brand text-on-brand">
            <ArrowLeftRight className="size-5" />
          </span>
          {config?.site.title ?? 'Quy Đổi'}
        </Link>
        {hasMenu && <Menu />}
        <LanguageSwitch />
        <ThemeSwitch theme={theme} />
      </div>
    </header>
  );
}

function Menu() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Trang chính`} className="flex">
      <Link className={MENU_LINK} href="/buy">
        <Trans>Mua</Trans>
      </Link>
      <Link className={MENU_LINK} href="/sell">
        <Trans>Bán</Trans>
      </Link>
      <Link className={MENU_LINK} href="/exchange">
        <Trans>Đổi</Trans>
      </Link>
      <Link
        aria-label={t`Tra cứu đơn`}
        className="flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-field px-2 text-ink no-underline hover:bg-sunken sm:px-3"
        href="/history"
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-sm:hidden">
          <Trans>Tra cứu đơn</Trans>
        </span>
      </Link>
    </nav>
  );
}
