/** A made-up story, as two sources report it. */
export interface SampleStory {
  readonly wire: string;
  /** null: the second source does not have it. */
  readonly desk: string | null;
  readonly summary: string;
}

const story = (wire: string, desk: string | null, summary: string): SampleStory => ({ wire, desk, summary });

/** Nothing of it happened. It says no figure that somebody could take for one. */
export const SAMPLE_STORIES: readonly SampleStory[] = [
  story(
    'Bitcoin holds its range as weekend trading thins out',
    'Bitcoin holds its range while weekend trading thins out',
    'Order books were thinner than usual and the price hardly moved for most of the day.',
  ),
  story(
    'Ethereum developers agree on a date for the next upgrade',
    'Ethereum developers agree on date for next upgrade',
    'The change would make transactions between layers cheaper. Test networks come first.',
  ),
  story(
    'Gold steadies ahead of a busy week for central banks',
    null,
    'Dealers expect little movement before the first statements.',
  ),
  story(
    'Solana network handles a record day without a pause',
    'Solana network handles record day without a pause',
    'Fees stayed low through the busiest hours, according to the people who run its nodes.',
  ),
  story('XRP trading moves to new pairs on several venues', null, 'More venues list it against other coins.'),
  story(
    'EUR/USD drifts lower before the rate decision',
    'EUR/USD drifts lower ahead of rate decision',
    'Most desks expect no change, and look to the words that come with it.',
  ),
  story(
    'Litecoin marks an anniversary with quiet trading',
    null,
    'Its network has run without an interruption for years.',
  ),
  story(
    'NVIDIA suppliers point to steady demand for new chips',
    'NVIDIA suppliers point to steady demand for chips',
    'Order books are said to be full well into the next year.',
  ),
  story('Dogecoin community votes on a fund for its developers', null, 'The vote runs for two weeks.'),
  story(
    'Silver follows gold as buyers of jewelry return',
    'Silver follows gold while buyers of jewelry return',
    'Demand from industry was unchanged.',
  ),
  story('Cardano tests a new way to share the load of its nodes', null, 'Results are to be published with the code.'),
  story('Tesla opens a further service center in the north', null, 'It is the third one this year.'),
];
