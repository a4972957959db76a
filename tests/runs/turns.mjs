/** Files of tests take turns of so many days. */
export const TURNS = 12;
/** So many of the turns that follow are `more` of a day. */
const MORE = 5;

/** Files that wait for clocks, processes and browsers the longest, the longest of each part first. */
export const LONG = [
  'pages.e2e.ts',
  'office.e2e.ts',
  'settings.e2e.ts',
  'cashier.e2e.ts',
  'social.e2e.ts',
  'withdraw.e2e.ts',
  'story.e2e.ts',
  'events.e2e.ts',
  'trading-tools.e2e.ts',
  'more-pages.e2e.ts',
  'auth.e2e.ts',
  'marks.e2e.ts',
  'rounds.e2e.ts',
  'own-pages.e2e.ts',
  'dialogs.e2e.ts',
  'account-stories.e2e.ts',
  'sizes.e2e.ts',
  'verify.e2e.ts',
  'notifications.e2e.ts',
  'sounds.e2e.ts',
  'fuzz.test.ts',
  'matrix.test.ts',
  'money.test.ts',
  'kill.test.ts',
  'answer-times.test.ts',
  'start-again.test.ts',
  'start-refused.test.ts',
  'backup.test.ts',
  'documents.test.ts',
  'archive-kill.test.ts',
  'replay.test.ts',
  'orderflow.test.ts',
  'feeds.test.ts',
  'start-stop.test.ts',
  'start.test.ts',
  'replay-settlement.test.ts',
  'live-crowd.test.ts',
  'event-life.test.ts',
  'proofs-moved.test.ts',
  'upgrade.test.ts',
  'signer.test.ts',
  'api-edges.test.ts',
  'proofs.test.ts',
  'auth-guesses.test.ts',
  'notifications.test.ts',
  'live.test.ts',
  'api-keys.test.ts',
  'api.test.ts',
  'trading-safety.test.ts',
  'static-pages.test.ts',
  'cluster.test.ts',
  'redraw.test.ts',
  'arithmetic.test.ts',
];

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Where a file stands among the longest, 0 is the longest; the same number for all that are not named. */
export function rankOf(path) {
  const rank = LONG.indexOf(nameOf(path));
  return rank === -1 ? LONG.length : rank;
}

/**
 * The files of a part that run on `day` (a whole number): those that match `always`, and a twelfth of the others, so drawn that each has its
 * turn within twelve days and each day has its share of the long ones. `more`: instead of these, the others of the five days that follow.
 */
export function filesOfDay(files, { always, day, more = false }) {
  const others = files
    .filter((path) => !always.test(path))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  const turnOf = (path) => (((others.indexOf(path) - day) % TURNS) + TURNS) % TURNS;
  return files.filter((path) =>
    always.test(path) ? !more : more ? turnOf(path) >= 1 && turnOf(path) <= MORE : turnOf(path) === 0,
  );
}
