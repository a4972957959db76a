import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { pino } from 'pino';
import { createAudit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createJobs } from '#server/jobs/index.ts';
import { createMail } from '#server/mail/index.ts';
import { ticketActs } from '#server/support/desk/acts.ts';
import { openMailDoor } from '#server/support/mailbox/door.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase } from '#tests/database.ts';
import { freePort } from './free-port.ts';

export const SUPPORT_ADDRESS = 'help@tikvo.example';
export const AGENT = {
  kind: 'staff',
  userId: '01890000-0000-7000-8000-000000000001',
  sessionId: '01890000-0000-7000-8000-000000000002',
  role: 'SUPPORT',
  address: '127.0.0.1',
} as const;

/** Support with its door for mails, on a database of its own: what it sends goes to the relay `smtpUrl`. */
export async function startSupport({ smtpUrl }: { readonly smtpUrl: string }) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-support-'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Tikvo <post@tikvo.example>',
    SUPPORT_ADDRESS,
    SUPPORT_SMTP_PORT: String(port),
  });
  const later = { ms: 0 };
  const clock: Clock = { now: () => Date.now() + later.ms, monotonic: () => performance.now() };
  const log = pino({ level: 'silent' });
  const { pool: db } = database;
  const vault = createVault({ config });
  const mail = createMail({ config, db, clock, log, vault });
  const people = new Map<string, string>();
  const parts = {
    config,
    db,
    clock,
    log,
    vault,
    mail,
    audit: createAudit({ vault, clock }),
    contactOf: (_db: unknown, userId: string) => {
      const email = people.get(userId);
      return Promise.resolve(email === undefined ? null : { email });
    },
    colleagueOf: () => Promise.resolve({ name: 'Sam' }),
  };
  const jobs = createJobs({ db, log });
  for (const one of mail.jobs) jobs.add(one);
  jobs.start();
  const place = config.supportMail;
  if (place === null) throw new Error('nobody listens for mails');
  const door = openMailDoor(parts, place);
  const transport: Transporter = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 1,
    maxMessages: 100_000,
  });
  await untilOpen(transport);
  const acts = ticketActs(parts);
  return {
    parts,
    db,
    /** E-mail addresses of accounts, by their person. */
    people,
    /** How far the clock of the product is ahead, ms. */
    later,
    transport,
    act: async (name: string, id: string, fields: Readonly<Record<string, string>> = {}) => {
      const act = acts.find((one) => one.id === name);
      return act?.run({ id, by: AGENT, reason: 'asked for', fields });
    },
    stop: async () => {
      transport.close();
      await door.stop();
      await jobs.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The door opens a moment after it was made. */
async function untilOpen(transport: Transporter): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await transport.verify().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the door for mails did not open in 60 s');
}
