import type { PostTag } from '#domain/blog/posts.ts';
import type { PostText } from '../contract.ts';

export interface SamplePost {
  readonly slug: string;
  readonly tags: readonly PostTag[];
  readonly author: string;
  readonly daysAgo: number;
  readonly texts: readonly (PostText & { readonly language: string })[];
}

/** Posts of a sandbox: what they say of the product is so. */
export const SAMPLE_POSTS: readonly SamplePost[] = [
  {
    slug: 'a-receipt-for-every-result',
    tags: ['fairness', 'product'],
    author: 'Tikvo',
    daysAgo: 3,
    texts: [
      {
        language: 'en',
        title: 'A receipt for every result',
        summary: 'Every settled prediction comes with a small file. Your own browser checks it, without asking us.',
        body: `You shouldn’t have to trust a price just because it stands on our page. So each result comes with a receipt: a file that holds the prices it was decided by, and the proof that they weren’t chosen afterwards.

## Before the result

When you place a prediction, it is written to a public record before its result is known. From then on nobody can add, drop or change a line without being noticed: the fingerprint of the record would no longer fit.

## Which price counts

Your entry is the first price after your prediction was accepted. Your exit is the last price inside your time. The receipt also holds the next price, which shows that no other one lies between.

{{pair BTC-USD}}

## Check it yourself

Open a result in your history and save its receipt. The [checker](/verify) repeats every step in your browser. It works offline, and it doesn’t care whether the answer suits us.

> If a single digit were changed later, the seal on your receipt would look different.

## What it cannot prove

A receipt shows that we kept to the price sources we named. It can’t show that those sources were right about the world. That is why most pairs have several, and why the [status of each one](/feeds) is public.`,
      },
    ],
  },
  {
    slug: 'what-a-round-is',
    tags: ['markets'],
    author: 'Tikvo',
    daysAgo: 9,
    texts: [
      {
        language: 'en',
        title: 'What a round is, and who sets its price',
        summary:
          'In a round you trade with other people, not with the house. The price is the chance that both sides agree on.',
        body: `A quick prediction has a payout that the house offers. A round has none: people buy and sell shares of Up and Down from each other, and the price of a share is what somebody is ready to pay for it.

## A share pays 1.00 or nothing

A round asks one question: does the price end above where it began? When it is over, each share of the right side pays 1.00 and the others pay nothing. A share of Up at 0.62 means that buyers see a chance of about 62%.

## Averages, not single prices

The beginning and the end are averages of several prices. One odd trade on one exchange at the wrong second decides nothing.

{{pair ETH-USD}}

## You can leave early

As long as the round is open you can sell what you hold to anybody who wants it. Whoever takes an order that is already there pays a fee. Whoever waits in the book at a price of their own pays none.

Rounds run on every pair in the [list of assets](/assets), also in the [demo](/trading/demo) with practice money.`,
      },
    ],
  },
  {
    slug: 'limits-that-hold',
    tags: ['safety'],
    author: 'Tikvo',
    daysAgo: 16,
    texts: [
      {
        language: 'en',
        title: 'Limits that hold',
        summary:
          'A limit is worth something only if it holds on every path. Here is what ours do, and what they refuse.',
        body: `You can set limits for what you deposit or lose in a day, a week or a month, for a single amount, and for your time. You find them in your settings, under Limits.

## Lower right away, higher later

A stricter limit holds right away. A looser one waits a day and then wants a second yes, so that it is decided with a cool head. Nobody can shorten that wait.

## On every path

A limit that only one form knows is none. Ours are checked where money moves: in the app, in the API and for every program of yours.

## A break

A break closes trading for the time you choose. You can still withdraw your money and read your history. If you’d rather stop for longer, self-exclusion lasts for at least six months. Neither ends early.

If trading stops being fun, [write to us](/support). A person reads it.`,
      },
    ],
  },
];
