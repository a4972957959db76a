import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../src/web/i18n/locales/en');
export const SPACES_FILE = join(import.meta.dirname, '../src/web/i18n/spaces.ts');

/** The module that lists the namespaces of texts and their keys: one for each file of the English texts. */
export function spacesModule(): string {
  const names = readdirSync(LOCALES)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();
  return [
    '// Made from the files of `locales/en` by `npm run texts`.',
    ...names.map((name) => `import type ${name} from './locales/en/${name}.json';`),
    '',
    '/** One file per namespace and locale; a page is sent only those its row in `routes.ts` names. */',
    'export const NAMESPACES = [',
    ...names.map((name) => `  '${name}',`),
    '] as const;',
    '',
    '/** The English texts of each. */',
    'export interface Spaces {',
    ...names.map((name) => `  ${name}: typeof ${name};`),
    '}',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) writeFileSync(SPACES_FILE, spacesModule());
