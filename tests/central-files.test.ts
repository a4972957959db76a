import { describe, expect, it } from 'vitest';
import { API, API_BASE } from '#protocol/api.ts';
import { treeFiles } from './tree.ts';

/** Subjects with a table of endpoints, pages and texts of their own: what names them outside their folders is what adding one takes. */
const WHOLE = ['limits', 'cashier', 'notifications'] as const;
/** Central files beyond these are written by `npm run texts`. */
const MOST = 4;
const GENERATED = 'src/web/i18n/spaces.ts';

const files = treeFiles().filter(({ path }) => /^(?:src|tests|scripts)\/.*\.(?:tsx?|mjs)$/.test(path));

/** A folder or a file of the subject, on any floor. */
const isOf = (path: string, subject: string) =>
  path.split('/').some((part) => part === subject || part.replace(/(?:\.test)?\.\w+$/, '') === subject);

/** Files that list parts of subjects: what calls an endpoint, or asks a subject something, is none. */
function listing(subject: (typeof WHOLE)[number]): readonly string[] {
  const routes = Object.values(API[subject]).map(
    ({ method, path }) => `'${method} ${API_BASE}${path.replaceAll(/:(\w+)/g, '{$1}')}'`,
  );
  const patterns = [
    new RegExp(`/${subject}/(?:subject|personal-data)\\.ts'`),
    new RegExp(`^import \\{[^}]*\\} from '[^']*tables/${subject}\\.ts'`, 'm'),
    // A namespace of its texts, or a page, in a table of the web.
    new RegExp(`(?:dashboard\\(|file: |more: \\[)'${subject}'`),
  ];
  return files
    .filter(({ path }) => !isOf(path, subject) && path !== GENERATED && !path.startsWith('tests/scenarios/'))
    .filter(
      ({ text }) => patterns.some((pattern) => pattern.test(text)) || routes.every((route) => text.includes(route)),
    )
    .map(({ path }) => path);
}

describe('a subject', () => {
  it.each(WHOLE)('is listed in at most four central files: %s', (subject) => {
    const lists = listing(subject);
    process.stdout.write(`${subject} is listed in ${lists.length}: ${lists.join(', ')}\n`);
    expect(lists).toContain('src/server/subjects.ts');
    expect(lists.length).toBeLessThanOrEqual(MOST);
  });
});
