import { useLingui } from '@lingui/react/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { rememberChoice } from '../../lib/cookies.ts';
import { nextTheme, THEME_KEY, type Theme } from '../../lib/theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Button that cycles through the themes, in the order of {@link nextTheme}. */
export function ThemeSwitch({ theme: first }: { readonly theme: Theme }) {
  const { t } = useLingui();
  const [theme, setTheme] = useState(first);
  const names: Record<Theme, string> = { system: t`theo thiết bị`, light: t`sáng`, dark: t`tối` };
  const name = names[theme];
  const Icon = ICONS[theme];

  const cycle = () => {
    const next = nextTheme(theme, matchMedia('(prefers-color-scheme: dark)').matches);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    rememberChoice(THEME_KEY, next);
    setTheme(next);
  };

  return (
    <button
      aria-label={t`Giao diện: ${name}`}
      className="flex size-11 items-center justify-center rounded-field hover:bg-sunken"
      onClick={cycle}
      title={t`Giao diện: ${name}`}
      type="button"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
