import { editsBetween, skeletonOf } from '../looks.ts';

/** By what one person may be taken for another. */
export type Resemblance = 'name' | 'payId';

export interface Seen {
  /** As others see it; a masked one is no name. */
  readonly name: string;
  /** null: they have none yet. */
  readonly payId: string | null;
}

/** Letters and digits of a name at a glance. */
const glance = (name: string) => skeletonOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
const isMasked = (name: string) => name.endsWith('***');
/** In a shorter name one letter more or less is another name: Ann and Anna. */
const LONG_NAME = 5;

/** By what a person may be taken for one that is known; null: by nothing. `byPayId`: they were named by their pay ID. */
export function resemblance(of: Seen, known: Seen, { byPayId }: { readonly byPayId: boolean }): Resemblance | null {
  if (byPayId && of.payId !== null && known.payId !== null && editsBetween(of.payId, known.payId) === 1) return 'payId';
  if (isMasked(of.name) || isMasked(known.name)) return null;
  const [one, other] = [glance(of.name), glance(known.name)];
  if (one === '') return null;
  const most = Math.min(one.length, other.length) >= LONG_NAME ? 1 : 0;
  return editsBetween(one, other) <= most ? 'name' : null;
}
