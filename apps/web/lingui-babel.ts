import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';

/** The transformer of translated texts, with this app's settings wherever it is run from. */
export function linguiPreset() {
  const cwd = import.meta.dirname;
  return linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd });
}
