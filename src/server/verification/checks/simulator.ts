import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { defineProvider, isSigned } from '#server/providers/index.ts';
import { read } from './messages.ts';
import { CHECK_SEAT } from './seat.ts';

/** Of this process: nobody else signs for the simulator. */
const SECRET = randomBytes(32).toString('hex');
const MESSAGE = z.object({ reference: z.string(), status: z.string(), at: z.number() });

/** In the place of a provider in a sandbox: it passes whatever it is sent, and looks at nothing. */
export const CHECK_SIMULATOR = defineProvider(CHECK_SEAT, {
  name: 'documentsim',
  isSimulator: true,
  capabilities: { governmentId: true, selfieWithId: true, proofOfResidence: true, complianceVideo: true },
  settings: z.object({}),
  statuses: { passed: 'PASSED' },
  origin: () => null,
  isTest: () => false,
  calls: ({ deliver }) => ({
    begin: async ({ reference }) => {
      const body = Buffer.from(JSON.stringify({ reference, status: 'passed', at: Date.now() }));
      await deliver({ headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') }, body });
      return { kind: 'begun', theirs: reference };
    },
    look: ({ reference }) => Promise.resolve({ kind: 'found', theirs: reference, status: 'passed' }),
  }),
  readDelivery: ({ headers, body }) => {
    if (!isSigned(body, { signature: headers['x-signature'], secrets: [SECRET] })) return { kind: 'unsigned' };
    const message = read(MESSAGE, body);
    return message === null ? { kind: 'unreadable' } : { kind: 'status', eventId: message.reference, ...message };
  },
});
