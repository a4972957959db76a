import { expect, it } from 'vitest';
import { Chance } from './chance.ts';
import { drawFaults, faultNames } from './faults.ts';

it('is the same for a seed and a name, and another for others', () => {
  const draw = (seed: number, name: string) => {
    const chance = new Chance(seed, name);
    return Array.from({ length: 5 }, () => chance.whole(0, 1_000_000)).join(' ');
  };
  expect(draw(1, 'a')).toBe(draw(1, 'a'));
  expect(new Set([draw(1, 'a'), draw(1, 'b'), draw(2, 'a')]).size).toBe(3);
});

it('is even enough: each of ten drawers gets a tenth', () => {
  const chance = new Chance(7, 'drawers');
  const drawers = Array.from({ length: 10 }, () => 0);
  for (let no = 0; no < 100_000; no += 1) drawers[chance.whole(0, 9)]! += 1;
  for (const count of drawers) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

it('turns every fault on in some seeds and off in others', () => {
  const words = new Map<string, number>();
  for (let seed = 1; seed <= 500; seed += 1) {
    const faults = drawFaults(new Chance(seed, 'faults'));
    for (const name of faultNames(faults).split(' ')) words.set(name, (words.get(name) ?? 0) + 1);
  }
  const names = Object.keys(drawFaults(new Chance(1, 'faults')));
  for (const name of names) {
    expect(words.get(name) ?? 0, name).toBeGreaterThan(0);
    expect(words.get(name), name).toBeLessThan(500);
  }
});
