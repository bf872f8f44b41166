/** Builds the viewer into one HTML file; its data and its content security policy are put in when a report is written. */
import path from 'node:path';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    outDir: path.resolve(import.meta.dirname, '../../dist/viewer'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
  },
});
