/** Selectable themes; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A chosen theme. */
export type Theme = (typeof THEMES)[number];

/** Next theme of the switch. From `system` it goes to the theme opposite to the device's, so that the first click has a visible effect. */
export function nextTheme(theme: Theme, isDeviceDark: boolean): Theme {
  const cycle: readonly Theme[] = isDeviceDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
  return cycle[(cycle.indexOf(theme) + 1) % cycle.length] ?? 'system';
}

/** Cookie name and localStorage key of the chosen theme. */
export const THEME_KEY = 'theme';
