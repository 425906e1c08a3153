import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { linguiPreset } from './lingui-babel.ts';
import { markdownTexts } from './markdown-texts.ts';

export default defineConfig({
  plugins: [react(), babel({ presets: [linguiPreset()] }), lingui({ cwd: import.meta.dirname }), markdownTexts],
  // Tests share a process: most of such a file's time would be its start.
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], maxWorkers: '100%', isolate: false, testTimeout: 300_000 },
});
