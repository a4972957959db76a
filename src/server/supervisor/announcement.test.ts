import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { announcement } from './announcement.ts';

const addresses = (lines: readonly string[]) => lines.join('\n').match(/https?:\S+/g);

describe('the words of a start', () => {
  it('name the addresses of a sandbox on this machine', () => {
    const lines = announcement(readConfig({}), { port: 3000, prices: 'simulated', people: ['a  b'] });
    expect(addresses(lines)).toEqual([
      'http://localhost:3000/en',
      'http://localhost:3000/en/trading/demo',
      'http://localhost:3000/dev/inbox',
    ]);
    expect(lines.join('\n')).toMatch(/Prices {5}simulated\n[^]*sign in as\n +a {2}b/);
  });

  it('name the port that was taken where any would do', () => {
    const lines = announcement(readConfig({ PORT: '0' }), { port: 4711, prices: null, people: null });
    expect(addresses(lines)?.[0]).toBe('http://localhost:4711/en');
    expect(lines.join('\n')).toContain('Prices     none yet');
  });

  it('name nothing of this machine where people come by another address', () => {
    const config = readConfig({
      PUBLIC_ORIGIN: 'https://app.example.com',
      SMTP_URL: 'smtp://relay.internal:587',
      MAIL_FROM: 'post@example.com',
    });
    expect(addresses(announcement(config, { port: 3000, prices: 'live', people: null }))).toEqual([
      'https://app.example.com/en',
      'https://app.example.com/en/trading/demo',
    ]);
  });
});
