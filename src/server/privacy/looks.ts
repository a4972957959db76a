import { toIso } from '#protocol/codecs.ts';
import type { LooksWire } from '#protocol/privacy.ts';
import type { PrivacyParts } from './parts.ts';
import { listLooks } from './store-looks.ts';

const SHOWN = 50;

/** What a person reads of the looks at them. Letters tell one officer from another, and not who they are. */
export async function readLooks({ db }: Pick<PrivacyParts, 'db'>, userId: string): Promise<LooksWire> {
  const looks = await listLooks(db, { userId, after: null, limit: SHOWN });
  return {
    items: looks.map(({ id, staff, what, at, endedAt }) => ({
      id,
      what,
      officer: staff.slice(-4),
      at: toIso(at),
      endedAt: endedAt === null ? null : toIso(endedAt),
    })),
  };
}
