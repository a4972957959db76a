import { LOOK_MS } from '#domain/status/watch.ts';
import type { Subject } from '#server/subject.ts';
import type { Locale } from '#server/routing/language.ts';
import { announcementsIn } from './announcements.ts';
import type { Status, StatusParts } from './contract.ts';
import { createStatus } from './status.ts';

interface Made {
  readonly status: Status;
}

/** How the product is doing, told to everybody. */
export const STATUS_SUBJECT = {
  create: (parts: StatusParts): Made => ({ status: createStatus(parts) }),
  routes: (parts: Made & StatusParts) => ({
    status: {
      read: async () => ({ status: 200, json: await parts.status.read() }),
      announcements: ({ locale }: { readonly locale: Locale }) => ({
        status: 200,
        json: announcementsIn(parts, locale),
      }),
    },
  }),
  upkeep: ({ status }: Made) => [{ name: 'status', everyMs: LOOK_MS, work: () => status.look() }],
} satisfies Subject;
