/** How a server process says why it ended; any other code is a crash, and the server is started again. */
export const EXIT = {
  asked: 0,
  /** Of the parent: what it keeps alive dies again and again. */
  gaveUp: 1,
  /** Settings or surroundings are wrong; starting again would not help. */
  cannotStart: 2,
  /** Another process owns the shard by a newer epoch. */
  fenced: 3,
} as const;
