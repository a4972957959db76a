import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [tailwindcss(), reactRouter()],
  // Fonts and flags stay files: a data URL in the style sheet would be paid for on every page.
  build: { assetsInlineLimit: 0, target: 'es2022' },
});
