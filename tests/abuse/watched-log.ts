import { Writable } from 'node:stream';

/** What opens a door or names a person, and so stands in no line of a log. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'an access token': /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/,
  'a password of these tests': /(?:Harbour|Another)-\d+-Lantern|Wrong-\d+-Guess|Orchard-\d+-Window/,
  'an e-mail address': /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/i,
  'a bearer header': /[Bb]earer\s+\w/,
  'a cookie': /(refresh|device)=[\w%.-]{8,}/,
  'an argon2 hash': /\$argon2/,
  'the address of the database': /postgres(ql)?:\/\/[^"\s]*:[^"\s]*@/,
  'a private key': /-----BEGIN|"d":"/,
  'the secret of an app for codes': /otpauth:|[?&]secret=[A-Z2-7]{16}/,
};

/** The log of a server under test, each line looked through as it comes. Most lines are not kept. */
export interface WatchedLog {
  /** For `startTestServer`: everything there is to say comes here. */
  readonly options: { readonly log: Writable; readonly env: Readonly<Record<string, string>> };
  readonly hits: readonly string[];
  /** A text that was given out in this run and must not come back in a line. */
  hide(text: string): void;
  has(text: string): boolean;
  /** Prints how many lines there were. Throws when one of them held a secret. */
  close(of: string): void;
}

const LAST = 200;

export function watchLog(env: Readonly<Record<string, string>> = {}): WatchedLog {
  const hits: string[] = [];
  const hidden = new Set<string>();
  const last: string[] = [];
  let lines = 0;
  const look = (line: string) => {
    for (const [what, pattern] of Object.entries(SECRETS)) {
      if (pattern.test(line)) hits.push(`${what}: ${line.slice(0, 300)}`);
    }
    for (const text of hidden) if (line.includes(text)) hits.push(`what was given out: ${line.slice(0, 300)}`);
  };
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().split('\n')) {
        if (line === '') continue;
        lines += 1;
        look(line);
        last.push(line);
        if (last.length > LAST) last.shift();
      }
      done();
    },
  });
  return {
    options: { log, env: { LOG_LEVEL: 'trace', ...env } },
    hits,
    hide: (text) => void hidden.add(text),
    has: (text) => last.some((line) => line.includes(text)),
    close: (of) => {
      if (hits.length > 0) throw new Error(`the log tells:\n${hits.slice(0, 20).join('\n')}`);
      console.log(
        `R-46, ${of}: ${lines} lines of logs at level trace, ${Object.keys(SECRETS).length} patterns, ${hidden.size} texts given out, 0 hits`,
      );
    },
  };
}
