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
        body: `You shouldn’t have to trust a price just because it’s on our page. So each result comes with a receipt: a file that holds the prices it was decided by, and the proof that they weren’t chosen afterwards.

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
      {
        language: 'de',
        title: 'Ein Beleg für jedes Ergebnis',
        summary:
          'Zu jeder abgerechneten Prognose gehört eine kleine Datei. Ihr eigener Browser prüft sie, ohne uns zu fragen.',
        body: `Sie sollen einem Kurs nicht glauben müssen, nur weil er auf unserer Seite steht. Deshalb gibt es zu jedem Ergebnis einen Beleg: eine Datei mit den Kursen, nach denen entschieden wurde, und mit dem Nachweis, dass sie nicht nachträglich ausgesucht wurden.

## Vor dem Ergebnis

Wenn Sie eine Prognose abgeben, wird sie in ein öffentliches Verzeichnis geschrieben, bevor das Ergebnis feststeht. Von da an kann niemand unbemerkt eine Zeile hinzufügen, streichen oder ändern: Der Fingerabdruck des Verzeichnisses würde nicht mehr passen.

## Welcher Kurs zählt

Ihr Einstieg ist der erste Kurs nach der Annahme Ihrer Prognose, Ihr Ausstieg der letzte innerhalb Ihrer Zeit. Der Beleg enthält auch den nächsten Kurs. Er zeigt, dass kein anderer dazwischenliegt.

{{pair BTC-USD}}

## Prüfen Sie selbst

Öffnen Sie ein Ergebnis in Ihrem Verlauf und speichern Sie den Beleg. Das [Prüfprogramm](/verify) wiederholt jeden Schritt in Ihrem Browser. Es funktioniert offline, und ihm ist gleich, ob uns die Antwort gefällt.

> Wäre später auch nur eine Ziffer geändert worden, sähe das Siegel auf Ihrem Beleg anders aus.

## Was er nicht beweist

Ein Beleg zeigt, dass wir uns an die genannten Kursquellen gehalten haben. Er zeigt nicht, dass diese Quellen recht hatten. Darum haben die meisten Paare mehrere, und darum ist der [Zustand jeder einzelnen](/feeds) öffentlich.`,
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

Rounds run on the pairs in the [list of assets](/assets), also in the [demo](/trading/demo) with practice money.`,
      },
      {
        language: 'de',
        title: 'Was eine Runde ist und wer ihren Preis bestimmt',
        summary:
          'In einer Runde handeln Sie mit anderen Menschen, nicht mit dem Haus. Der Preis ist die Chance, auf die sich beide Seiten einigen.',
        body: `Eine schnelle Prognose hat eine Rendite, die das Haus anbietet. Eine Runde hat keine: Die Teilnehmenden kaufen und verkaufen einander Anteile an Steigt und Fällt, und der Preis eines Anteils ist, was jemand dafür zu zahlen bereit ist.

## Ein Anteil zahlt 1,00 oder nichts

Eine Runde stellt eine Frage: Endet der Kurs über seinem Anfang? Am Ende zahlt jeder Anteil der richtigen Seite 1,00, die anderen zahlen nichts. Ein Anteil an Steigt zu 0,62 bedeutet, dass Käufer eine Chance von etwa 62 % sehen.

## Durchschnitte statt einzelner Kurse

Anfang und Ende sind Durchschnitte aus mehreren Kursen. Ein einzelner ungewöhnlicher Abschluss an einer Börse in der falschen Sekunde entscheidet nichts.

{{pair ETH-USD}}

## Sie können früher aussteigen

Solange die Runde offen ist, können Sie verkaufen, was Sie halten. Wer eine Order annimmt, die schon da ist, zahlt eine Gebühr. Wer mit einem eigenen Preis im Buch wartet, zahlt keine.

Runden gibt es zu den Paaren in der [Liste der Werte](/assets), auch in der [Demo](/trading/demo) mit Übungsgeld.`,
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
      {
        language: 'de',
        title: 'Limits, die halten',
        summary: 'Ein Limit ist nur etwas wert, wenn es auf jedem Weg gilt. Was unsere tun und was sie ablehnen.',
        body: `Sie können begrenzen, was Sie an einem Tag, in einer Woche oder in einem Monat einzahlen oder verlieren, dazu einzelne Beträge und Ihre Zeit. Sie finden das in Ihren Einstellungen unter „Limits“.

## Strenger sofort, lockerer später

Ein strengeres Limit gilt sofort. Ein lockereres wartet einen Tag und braucht dann ein zweites Ja, damit es mit kühlem Kopf entschieden wird. Niemand kann diese Wartezeit verkürzen.

## Auf jedem Weg

Ein Limit, das nur ein Formular kennt, ist keines. Unsere werden dort geprüft, wo Geld bewegt wird: in der App, in der API und bei jedem Ihrer Programme.

## Eine Auszeit

Eine Auszeit schließt den Handel für die Zeit, die Sie wählen. Sie können weiterhin Ihr Geld auszahlen und Ihren Verlauf lesen. Wenn Sie länger aufhören möchten: Ein Selbstausschluss dauert mindestens sechs Monate. Beides endet nicht vorzeitig.

Wenn der Handel keine Freude mehr macht, [schreiben Sie uns](/support). Ein Mensch liest es.`,
      },
    ],
  },
];
