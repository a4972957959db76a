import { editsBetween, skeletonOf } from '#domain/looks.ts';

/** What is ours: hosts of our pages with their ports, the address that our mails come from, and names elsewhere, with `@`. */
export interface Ours {
  readonly hosts: readonly string[];
  readonly mail: string;
  readonly handles: readonly string[];
}

export type Verdict = 'ours' | 'lookalike' | 'other' | 'unreadable';
export interface Judged {
  readonly kind: 'email' | 'site' | 'handle';
  readonly verdict: Verdict;
  /** What was judged of all that was typed. */
  readonly read: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:(?:\/\/)?/i;
const MAIL = /^(?:mailto:)?([^\s@:/?#<>]+)@([^\s@:/?#<>]+?\.?)(?:\?\S*)?$/i;
/** As a mail shows its sender: `Name <address>`. */
const IN_ANGLES = /<\s*([^<>]+?)\s*>\s*$/;

/** Is the sender, the link or the name that somebody typed one of ours? null: nothing was typed. */
export function judge(typed: string, ours: Ours): Judged | null {
  const text = (IN_ANGLES.exec(typed)?.[1] ?? typed).trim();
  if (text === '') return null;
  const mail = MAIL.exec(text);
  if (mail !== null) return judgeMail({ name: mail[1] ?? '', host: mail[2] ?? '' }, ours);
  if (/^@[^\s@/]+$/.test(text)) return judgeHandle(text, ours);
  return judgeSite(text, ours);
}

function judgeMail({ name, host }: { readonly name: string; readonly host: string }, ours: Ours): Judged {
  const read = `${name}@${host}`;
  if (read.toLowerCase() === ours.mail.toLowerCase()) return { kind: 'email', verdict: 'ours', read };
  const hosts = [...ours.hosts, ours.mail.split('@')[1] ?? ''];
  // Another name at a host of ours is as near as can be, and still none that we write from.
  const isNear = hosts.some((one) => plain(one) === plain(host)) || looksLike(host, hosts);
  return { kind: 'email', verdict: isNear ? 'lookalike' : 'other', read };
}

function judgeHandle(read: string, { handles }: Ours): Judged {
  const is = (one: string) => one.toLowerCase() === read.toLowerCase();
  const near = (one: string) =>
    skeletonOf(one).includes(skeletonOf(read)) || skeletonOf(read).includes(skeletonOf(one));
  const verdict = handles.some(is) ? 'ours' : handles.some(near) ? 'lookalike' : 'other';
  return { kind: 'handle', verdict, read };
}

function judgeSite(text: string, ours: Ours): Judged {
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const isWeb = /^https?:\/\/$/i.test(scheme);
  // `host:port` begins as a scheme does.
  const address = isWeb ? text : /^[^\s/]+:\d/.test(text) || scheme === '' ? `https://${text}` : text;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return { kind: 'site', verdict: 'unreadable', read: text };
  const { host, hostname, username, password } = new URL(address);
  // The host as it was typed: the parsed one writes other alphabets in code.
  const typed = address.slice(address.indexOf('//') + 2).split(/[/?#\\]/)[0] ?? '';
  const shown = (typed.split('@').at(-1) ?? '').replace(/:\d+$/, '');
  const isNamed = hostname.includes('.') || ours.hosts.some((one) => plain(one) === hostname);
  if (!isNamed || /\s/.test(text)) return { kind: 'site', verdict: 'unreadable', read: text };
  const hidden = username !== '' || password !== '';
  const isOurs = ours.hosts.includes(host.replace(/\.(?=:|$)/, ''));
  if (isOurs) return { kind: 'site', verdict: 'ours', read: host };
  const isNear = hidden || looksLike(shown, ours.hosts) || looksLike(hostname, ours.hosts);
  return { kind: 'site', verdict: isNear ? 'lookalike' : 'other', read: host };
}

/** In lower case, without a port and the dot at the end. */
const plain = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Does a host use our name, or one that differs by a sign or two? */
function looksLike(host: string, hosts: readonly string[]): boolean {
  const seen = skeletonOf(plain(host));
  return hosts.some((one) => {
    const own = skeletonOf(plain(one));
    const name = nameOf(own);
    if (name.length >= 4 && seen.includes(name)) return true;
    const between = nameOf(seen);
    return name.length >= 4 && Math.abs(between.length - name.length) <= 1 && editsBetween(between, name) <= 1;
  });
}

/** What people know a host by: the label before its ending. */
function nameOf(host: string): string {
  const labels = host.split('.');
  return labels.at(labels.length > 1 ? -2 : 0) ?? '';
}
