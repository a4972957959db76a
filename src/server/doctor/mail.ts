import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { addressOf, createRelay } from '#server/mail/smtp.ts';
import { isThisMachine } from '#server/config/metrics.ts';
import { about, type Finding } from './finding.ts';

type Settings = Pick<Config, 'mail' | 'mode' | 'brand'>;

/** The relay: does it take us in, and, where `to` is given, a test letter? */
export async function examineMail(config: Settings, to: string | null): Promise<Finding> {
  const say = about('mail');
  const { smtpUrl, from } = config.mail;
  if (smtpUrl === null) {
    return to === null
      ? say.ok('No relay is set: a sandbox keeps its mails at /dev/inbox.')
      : say.fault('No test letter was sent: set SMTP_URL and MAIL_FROM.');
  }
  const { hostname, port } = new URL(smtpUrl);
  const where = `${hostname}${port === '' ? '' : `:${port}`}`;
  const requireTls = config.mode === 'production' && !isThisMachine(hostname);
  const relay = createRelay({ url: smtpUrl, requireTls });
  const fault = await relay.check();
  if (fault !== null) return say.fault(`The relay ${where} takes no mails (${fault}): ${adviceFor(fault)}`);
  if (to === null) return say.ok(`The relay ${where} lets us in. A test letter: --mail you@example.com.`);
  const delivery = await relay.deliver(letterTo(to, from, config.brand), () => Promise.resolve(true));
  if (delivery.end === 'sent') {
    return say.ok(`The relay ${where} took a test letter to ${to}: see whether it comes, and not as spam.`);
  }
  return say.fault(
    `The relay ${where} did not take the test letter to ${to} (${delivery.fault}): is ${addressOf(from)} a sender it allows?`,
  );
}

function adviceFor(fault: string): string {
  if (fault.includes('EAUTH')) return 'look at user and password in SMTP_URL (special characters as %XX).';
  if (fault.includes('ETLS') || fault.includes('CERT'))
    return 'it does not encrypt, or its certificate is not trusted.';
  if (fault.includes('EDNS')) return 'nobody knows its name.';
  return 'look at host and port in SMTP_URL, and at the firewall between.';
}

function letterTo(to: string, from: string, brand: string) {
  const text = `This is a test letter of ${brand}. It was asked for on the machine that runs it; nothing is to be done.\n`;
  return {
    messageId: `<doctor-${randomUUID()}@${addressOf(from).split('@')[1] ?? 'localhost'}>`,
    from,
    to,
    date: new Date(),
    language: 'en',
    unsubscribeLink: null,
    thread: null,
    subject: `Test letter of ${brand}`,
    text,
    html: `<p>${text.trim()}</p>`,
  };
}
