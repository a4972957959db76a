import { running } from '#server/upkeep/upkeep.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats.ts';
import { HEARTBEATS_PERSONAL_DATA } from './personal-data.ts';

export const HEARTBEATS = {
  create: (parts: BaseParts) => ({ heartbeats: createHeartbeats(parts) }),
  upkeep: ({ heartbeats }: { readonly heartbeats: Heartbeats }) => [running('heartbeats', heartbeats)],
  personalData: HEARTBEATS_PERSONAL_DATA,
} satisfies Subject;
