import { z } from 'zod';
import { isoTime } from '../codecs.ts';

const secret = z.string().regex(/^[\w-]{43}$/);

export const handOverWire = z.strictObject({
  /** Stands in the address that the phone opens. */
  link: secret,
  /** Opened by then, or never. */
  until: isoTime,
});

/** Body of a phone that opens a link. */
export const openBody = z.strictObject({ link: secret });

export const openedWire = z.strictObject({
  /** The bearer token of the phone, for documents alone. */
  grant: z.string(),
  until: isoTime,
});

export const phoneWire = z.strictObject({
  /** The link was opened: a phone may send. Otherwise it waits to be. */
  isOpen: z.boolean(),
  /** How long it goes on so. */
  until: isoTime,
});

export type HandOverWire = z.infer<typeof handOverWire>;
export type OpenedWire = z.infer<typeof openedWire>;
export type PhoneWire = z.infer<typeof phoneWire>;
