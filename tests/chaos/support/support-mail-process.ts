/** A process that listens for mails to support, and sends itself one: it ends well where it heard that the mail is kept. */
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { createAudit } from '#server/audit/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createMail } from '#server/mail/index.ts';
import { openMailDoor } from '#server/support/mailbox/door.ts';
import { createVault } from '#server/vault/index.ts';

const config = readConfig({ ...process.env, MODE: 'sandbox' });
const place = config.supportMail;
if (place === null) throw new Error('nobody listens for mails');
const db = createPool(config.databaseUrl ?? '', { max: 2 });
const vault = createVault({ config });
const log = pino({ level: 'silent' });
const mail = createMail({ config, db, clock, log, vault });
const audit = createAudit({ vault, clock });
const contactOf = () => Promise.resolve(null);
const door = openMailDoor({ config, db, clock, log, vault, mail, audit, contactOf }, place);
const transport = createTransport({ host: place.host, port: place.port });
for (const end = Date.now() + 60_000; !(await transport.verify().catch(() => false));)
  if (Date.now() > end) throw new Error('the door did not open in 60 s');
const { FROM: from = '', ID: messageId = '' } = process.env;
await transport.sendMail({ from, to: place.address, subject: 'Money', text: 'Where is it?', messageId });
await door.stop();
await db.end();
