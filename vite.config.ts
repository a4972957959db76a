import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { buildSync } from 'esbuild';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { callLines } from './scripts/call-lines.ts';
import { FIRST_LOAD } from './scripts/chunks.ts';

/** Smaller files gain nothing. */
const WORTH_BYTES = 1_024;

/** Lays .br and .gz beside the texts of the client build, so that no request waits for a compressor. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: ({ dir }) => {
      if (dir === undefined || !dir.endsWith('client')) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const path = join(dir, name);
        if (!/\.(?:js|css|svg|webmanifest)$/.test(name) || statSync(path).size < WORTH_BYTES) continue;
        const text = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(text));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** Scripts that pages carry as one text, bundled from their sources. */
const BUNDLED: Readonly<Record<string, string>> = {
  // On every page.
  'virtual:consent-script': 'src/web/features/consent/consent.inline.js',
  // Its page is a single file, which works saved to a disk.
  'virtual:receipt-checker': 'src/verify/page.ts',
  // Their pages have no framework code.
  'virtual:announcements-script': 'src/web/features/status/static-script.ts',
  'virtual:live-prices-script': 'src/web/pages/live-prices.inline.js',
  'virtual:landing-script': 'src/web/pages/landing/script/main.ts',
};

function bundledScripts(): Plugin {
  return {
    name: 'bundled-scripts',
    resolveId: (name) => (name in BUNDLED ? `\0${name}` : null),
    load: (name) => {
      const entry = BUNDLED[name.slice(1)];
      if (!name.startsWith('\0') || entry === undefined) return null;
      const { outputFiles } = buildSync({
        absWorkingDir: import.meta.dirname,
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        charset: 'utf8',
      });
      return `export default ${JSON.stringify(outputFiles[0]?.text.trim() ?? '')};`;
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'src/web/public',
  plugins: [tailwindcss(), reactRouter(), callLines(), bundledScripts(), precompressed()],
  // Fonts and flags stay files: a data URL in the style sheet would be paid for on every page.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    ...(isSsrBuild === true ? {} : { rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD } } } }),
  },
}));
