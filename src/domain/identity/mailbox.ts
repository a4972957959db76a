interface Provider {
  readonly hosts: readonly string[];
  /** Dots in front of the sign change nothing. */
  readonly dots?: true;
}

/** Where many have their mail, by the first host: all hosts of a row are one mailbox, and `+` begins a tag of the reader's own. */
const PROVIDERS: readonly Provider[] = [
  { hosts: ['gmail.com', 'googlemail.com'], dots: true },
  { hosts: ['icloud.com', 'me.com', 'mac.com'] },
  { hosts: ['proton.me', 'protonmail.com', 'pm.me'], dots: true },
  { hosts: ['outlook.com'] },
  { hosts: ['hotmail.com'] },
  { hosts: ['live.com'] },
  { hosts: ['msn.com'] },
  { hosts: ['fastmail.com', 'fastmail.fm'] },
  { hosts: ['yandex.ru', 'yandex.com', 'ya.ru'] },
];

/** The mailbox that an address leads to, written one way. `email` as `readEmail` gives it. Of other hosts nothing is known: as it is. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(email.slice(at + 1)));
  if (provider === undefined) return email;
  const [name = ''] = email.slice(0, at).split('+', 1);
  const plain = provider.dots === true ? name.replaceAll('.', '') : name;
  return plain === '' ? email : `${plain}@${provider.hosts[0] ?? ''}`;
}
