/** Themes to choose from; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A chosen theme. */
export type Theme = (typeof THEMES)[number];

/** The theme that a switch turns to: from the device's own first to the one that looks different, so that something is seen to happen. */
export function nextTheme(theme: Theme, isDeviceDark: boolean): Theme {
  const round: readonly Theme[] = isDeviceDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
  return round[(round.indexOf(theme) + 1) % round.length] ?? 'system';
}

/** Cookie and storage key of the chosen theme. */
export const THEME_KEY = 'theme';
