import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';

/** Babel preset for lingui macros, with this app's configuration independent of the working directory. */
export function linguiPreset() {
  const cwd = import.meta.dirname;
  return linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd });
}
