import { describe, expect, it } from 'vitest';
import { Absence } from './absence.ts';
import { SignerAway } from '../signing/signer.ts';

const gone = new SignerAway('/a/signer.sock');

function watched() {
  const said: unknown[] = [];
  const clock = { at: 0, monotonic: () => clock.at };
  const log = {
    error: (fields: { alarm: string }) => void said.push(fields.alarm),
    info: (text: string) => void said.push(text),
  };
  return { said, clock, absence: new Absence({ clock, log: log as never }) };
}

describe('an absence of the signer', () => {
  it('is an alarm once it lasts longer than a restart, and its end is said', () => {
    const { said, clock, absence } = watched();
    absence.back();
    for (let at = 0; at < 5_000; at += 400) {
      clock.at = at;
      absence.away(gone);
    }
    expect(said).toEqual([]);
    clock.at = 5_000;
    absence.away(gone);
    clock.at = 60_000;
    absence.away(gone);
    expect(said).toEqual(['signer']);
    expect(absence.back()).toBe(true);
    expect(absence.back()).toBe(false);
    expect(said).toEqual(['signer', 'the signer is back']);
  });

  it('is an alarm later at a start, where the code of the signer is loaded last', () => {
    const { said, clock, absence } = watched();
    for (const at of [0, 5_000, 29_999]) {
      clock.at = at;
      absence.away(gone);
    }
    expect(said).toEqual([]);
    clock.at = 30_000;
    absence.away(gone);
    expect(said).toEqual(['signer']);
  });

  it('that is short is not spoken of, however often it comes', () => {
    const { said, clock, absence } = watched();
    for (let i = 0; i < 10; i += 1) {
      clock.at += 4_000;
      absence.away(gone);
      clock.at += 1_000;
      expect(absence.back()).toBe(true);
    }
    expect(said).toEqual([]);
  });
});
