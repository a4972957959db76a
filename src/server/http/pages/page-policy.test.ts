import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { contentSecurityPolicy } from '../answers/headers.ts';
import { keptPage } from './page-policy.ts';

const { origins } = readConfig({ FILES_ORIGIN: 'https://files.example' });
const page = (nonce: string, text = 'Hello') =>
  `<html><head><script nonce="${nonce}">a()</script></head><body>${text}<script type="module" nonce="${nonce}">b();\n</script><script src="/x.js" nonce="${nonce}"></script></body></html>`;
const sha = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

describe('a page that may be kept', () => {
  it('runs its inline scripts by hash and carries no nonce', () => {
    const kept = keptPage(page('abc'), { nonce: 'abc', origins });
    expect(kept.html).not.toContain('nonce');
    expect(kept.policy).toContain(`script-src 'self' ${sha('a()')} ${sha('b();\n')};`);
    expect(kept.policy).not.toContain('nonce');
  });

  it('lets no script run that does not carry our nonce', () => {
    const foreign = [
      '<script>steal()</script>',
      '<script nonce="">steal()</script>',
      '<script nonce="xyz">steal()</script>',
    ];
    for (const one of foreign) {
      const kept = keptPage(page('abc', one), { nonce: 'abc', origins });
      expect(kept.policy, one).not.toContain(sha('steal()'));
      expect(kept.policy).toContain(`script-src 'self' ${sha('a()')} ${sha('b();\n')};`);
    }
  });

  it('is the same for everybody, and another when its text is', () => {
    const [one, same, other] = [page('abc'), page('xyz'), page('xyz', 'Bye')].map((html, no) =>
      keptPage(html, { nonce: no === 0 ? 'abc' : 'xyz', origins }),
    );
    expect(same).toEqual(one);
    expect(other?.tag).not.toBe(one?.tag);
  });
});

describe('the policy', () => {
  it('allows no inline script, no plug-in, no base, no frame, and pictures of our files', () => {
    const policy = contentSecurityPolicy("'nonce-n'", origins);
    const rule = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));
    expect(rule('script-src')).toBe("script-src 'self' 'nonce-n'");
    expect(rule('img-src')).toBe("img-src 'self' data: blob: https://files.example");
    for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(rule(name)).toBe(`${name} 'none'`);
    expect(rule('form-action')).toBe("form-action 'self'");
    expect(rule('report-uri')).toBe('report-uri /csp-report');
  });
});
