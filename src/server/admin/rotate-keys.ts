import { thisShell } from '#server/audit/index.ts';
import type { RotateKeys } from '#server/proofs/index.ts';
import type { Told } from './told.ts';

export const ROTATE_USAGE = [
  'npm run admin -- rotate-keys batch|hour|all [lost]',
  '                                                 new keys for the proofs; lost: the old ones count no more from now on',
] as const;

const USES = { batch: ['batch'], hour: ['hour'], all: ['batch', 'hour'] } as const;

const WHY = {
  'no-manifest': 'There are no keys yet: the first start makes them.',
  'no-root':
    'The root key is not here: put proof-root.pem back into the folder keys of the data folder of the signer, and take it off again afterwards.',
} as const;

/** `rotate-keys`: puts new signing keys into force. */
export async function rotateProofKeys(rotate: RotateKeys, words: readonly string[]): Promise<Told> {
  const [which = '', how] = words;
  if (!(which in USES) || (how !== undefined && how !== 'lost')) return { ok: false, lines: ROTATE_USAGE };
  const done = await rotate({ uses: USES[which as keyof typeof USES], lost: how === 'lost' }, thisShell());
  if (typeof done === 'string') return { ok: false, lines: [WHY[done]] };
  return {
    ok: true,
    lines: [
      `Manifest ${done.no} names the new keys. What the old ones signed stays valid.`,
      'A running server signs with the new ones from now on; copy them to wherever a second one runs.',
    ],
  };
}
