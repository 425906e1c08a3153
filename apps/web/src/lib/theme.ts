/** Themes to choose from; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A chosen theme. */
export type Theme = (typeof THEMES)[number];

/** Cookie and storage key of the chosen theme. */
export const THEME_KEY = 'theme';

/** Reads a theme from outside; anything unknown follows the device. */
export function readTheme(text: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? 'system';
}
