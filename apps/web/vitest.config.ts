import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), babel({ presets: [linguiTransformerBabelPreset({}, { cwd: import.meta.dirname })] })],
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'] },
});
