import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treeFiles } from './tree.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('docs/alerts/tikvo.rules.yml');
const runbook = read('docs/alerts/README.md');
const dashboard = read('docs/alerts/dashboard.json');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => match[1] ?? '');

const sources = treeFiles().filter(({ path }) => path.startsWith('src/server/') && !path.endsWith('.test.ts'));
/** Metrics as the sources name them, by their kind. */
const exported = new Map(
  sources
    .flatMap(({ text }) => [...text.matchAll(/new (Counter|Gauge|Histogram)\(\{\s*name: '(tikvo_\w+)'/g)])
    .map((match) => [match[2] ?? '', match[1] ?? ''] as const),
);

/** Names in a text that no metric of ours gives. */
function unknownIn(text: string): string[] {
  const used = new Set([...text.matchAll(/\btikvo_\w+/g)].map((match) => match[0]));
  return [...used].filter((name) => {
    const kind = exported.get(name.replace(/_(bucket|sum|count)$/, ''));
    return kind === undefined || (kind === 'Histogram') !== /_(bucket|sum|count)$/.test(name);
  });
}

describe('alerts', () => {
  it('name only metrics that the product exports, in rules and in the dashboard', () => {
    expect(exported.size).toBeGreaterThan(15);
    expect([unknownIn(rules), unknownIn(dashboard)]).toEqual([[], []]);
  });

  it('leave no gauge and no counter of ours without a rule or a panel', () => {
    const text = rules + dashboard;
    expect([...exported.keys()].filter((name) => !text.includes(name))).toEqual([]);
  });

  it('each have a section in the runbook, which has no other, and lead there', () => {
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map((match) => match[1]);
    expect(sections).toEqual(alerts);
    const links = [...rules.matchAll(/runbook: docs\/alerts\/README\.md#(\w+)/g)].map((match) => match[1]);
    expect(links).toEqual(alerts.map((alert) => alert.toLowerCase()));
  });

  it('are told by their lines in the log too', () => {
    const kinds = sources.flatMap(({ text }) => [...text.matchAll(/alarm: '(\w+)'/g)].map((match) => match[1] ?? ''));
    expect([...new Set(kinds)].filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
  });

  it('stand beside a dashboard whose panels have ids and places of their own', () => {
    interface Panel {
      readonly id: number;
      readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
      readonly targets: readonly { readonly expr: string }[];
    }
    const { panels } = JSON.parse(dashboard) as { readonly panels: readonly Panel[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
    const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, no) => `${x + (no % w)} ${y + Math.floor(no / w)}`),
    );
    expect(new Set(squares).size).toBe(squares.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it('are rules that Prometheus reads', () => {
    const check = spawnSync('promtool', ['check', 'rules', join(ROOT, 'docs/alerts/tikvo.rules.yml')], {
      encoding: 'utf8',
    });
    if (check.error !== undefined) {
      console.warn('There is no promtool here: Prometheus was not asked about the rules.');
      return;
    }
    expect(check.status, check.stderr).toBe(0);
    expect(check.stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
  });
});
