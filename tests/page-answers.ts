import { CALIBRATION } from './calibration-wire.ts';
import type { PageCall } from '#protocol/pages/page-context.ts';
import type { PairsWire } from '#protocol/trading.ts';
import { NEWS, POST, POST_HEAD } from '#tests/content-wire.ts';
import { CUP, RULING, SLY_COMMENT } from '#tests/event-wire.ts';
import { BITCOIN } from '#tests/sockets/pair-wire.ts';
import { LIABILITIES } from '#tests/liability-wire.ts';
import { STATUS } from '#tests/status-wire.ts';

/** What pages read while they are drawn, by the name of the call. */
export const PAGE_ANSWERS: Readonly<Record<PageCall, unknown>> = {
  'events.one': CUP,
  'calibration.read': CALIBRATION,
  'events.list': { items: [CUP], nextCursor: null },
  'events.rulings': { items: [RULING], nextCursor: null },
  'comments.list': { items: [SLY_COMMENT], nextCursor: null, count: 1 },
  'help.popular': { items: [] },
  'blog.list': { items: [POST_HEAD] },
  'blog.one': POST,
  'status.read': STATUS,
  'status.announcements': { items: [] },
  'news.list': NEWS,
  'liabilities.list': LIABILITIES,
};

export const BOARD: PairsWire = { crypto: [BITCOIN], forex: [], comms: [], stocks: [] };
