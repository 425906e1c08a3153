import { Trans, useLingui } from '@lingui/react/macro';
import type { Locale } from '@quydoi/domain/locales';
import { clsx } from 'clsx';
import { ArrowLeftRight, ClipboardList, User } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useConfig } from '../../lib/site-data.ts';
import type { Theme } from '../../lib/theme.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface HeaderProps {
  readonly theme: Theme;
  readonly hasMenu: boolean;
  /** Loads what the page needs in another language. */
  readonly loadPage: (locale: Locale) => Promise<unknown>;
}

const MENU_LINK = 'hidden min-h-touch items-center rounded-field px-3 text-ink no-underline hover:bg-sunken @min-[44rem]:flex';

const ICON_LINK = 'flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-field px-2 text-ink no-underline hover:bg-sunken sm:px-3';

/**
 * Site header: name, menu, language and theme switches, in one row. What does not fit depends on the size of the text as well: at first the links
 * that the forms' tabs have too, then all but the name, which a button unfolds.
 */
export function Header({ theme, hasMenu, loadPage }: HeaderProps) {
  const { t } = useLingui();
  const { config } = useConfig();
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState('');
  const isOpen = openAt === path;
  return (
    <header className="@container sticky top-0 z-30 border-line border-b bg-surface print:hidden">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-1 px-3 @min-[30rem]:gap-3 @min-[30rem]:px-6">
        <Link className="mr-auto flex min-h-touch items-center gap-2 font-semibold text-ink no-underline" href="/">
          <span
            aria-hidden="true"
            className="flex size-8 items-center justify-center rounded-mark bg-brand text-on-brand @max-[12rem]:hidden @min-[22rem]:@max-[23rem]:hidden"
          >
            <ArrowLeftRight className="size-5" />
          </span>
          {config?.site.title ?? 'Quy Đổi'}
        </Link>
        <button
          aria-expanded={isOpen}
          aria-label={t`Menu`}
          className="@max-[22rem]:flex hidden size-11 items-center justify-center rounded-field hover:bg-sunken"
          onClick={() => setOpenAt(isOpen ? '' : path)}
          type="button"
        >
          <span className="h-0.5 w-5 bg-current shadow-[0_0.375rem,0_-0.375rem]" />
        </button>
        <div className={clsx('flex flex-wrap items-center gap-1 @min-[44rem]:gap-3', !isOpen && '@max-[22rem]:hidden')}>
          {hasMenu && <Menu />}
          <LanguageSwitch loadPage={loadPage} />
          <ThemeSwitch theme={theme} />
        </div>
      </div>
    </header>
  );
}

function Menu() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Menu`} className="flex">
      <Link className={MENU_LINK} href="/buy">
        <Trans>Mua</Trans>
      </Link>
      <Link className={MENU_LINK} href="/sell">
        <Trans>Bán</Trans>
      </Link>
      <Link className={MENU_LINK} href="/exchange">
        <Trans>Đổi</Trans>
      </Link>
      <Link aria-label={t`Tra cứu đơn`} className={ICON_LINK} href="/history">
        <ClipboardList aria-hidden="true" className="size-5" />
        <span className="@max-[36rem]:hidden">
          <Trans>Tra cứu đơn</Trans>
        </span>
      </Link>
      <Link aria-label={t`Tài khoản`} className={ICON_LINK} href="/history/trade">
        <User aria-hidden="true" className="size-5" />
        <span className="@max-[56rem]:hidden">
          <Trans>Tài khoản</Trans>
        </span>
      </Link>
    </nav>
  );
}
