import { sealRays } from '#domain/proofs/seal-rays.ts';
import { write, type Words } from './words.ts';

/** Groups of four digits, as many as are told apart at a glance. */
const SHOWN = 16;

/** Draws the fingerprint of all prices: one a second. */
export function drawSeal(box: HTMLElement, fingerprint: string): void {
  box.querySelector('[data-rays]')?.setAttribute('d', sealRays(fingerprint));
  write(box, 'print', `${fingerprint.slice(0, SHOWN).replaceAll(/(.{4})(?=.)/g, '$1 ')} …`);
}

/** Says which hour was sealed last, with the way to its file; once the section is near. */
export function tellNewestHour(box: HTMLElement, parts: { readonly words: Words }): void {
  const files = '/transparency/v1';
  const ask = async () => {
    const answer = await fetch(`${files}/index.json`).catch(() => null);
    if (answer?.ok !== true) return;
    const { last_hour: hour } = (await answer.json()) as { last_hour: string | null };
    const link = box.querySelector<HTMLAnchorElement>('a[data-hour]');
    if (hour === null || link === null) return;
    link.textContent = parts.words.hour(Date.parse(hour));
    link.href = `${files}/hours/${hour.slice(0, 13)}.json`;
    box.removeAttribute('data-none');
  };
  const watch = new IntersectionObserver((entries) => {
    if (entries.every((entry) => !entry.isIntersecting)) return;
    watch.disconnect();
    void ask();
  });
  watch.observe(box);
}
