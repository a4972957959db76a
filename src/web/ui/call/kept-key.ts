import { newIdempotencyKey } from '#web/api/idempotency-key.ts';

/**
 * The Idempotency-Key of what a form sends. A press whose answer was lost is sent again with its own key, so that it happens once; what
 * was answered, or says something else, gets a new one.
 */
export class KeptKey {
  private kept: { readonly key: string; readonly content: string } | null = null;

  /** The key to send this with. */
  of(input: unknown): string {
    const content = JSON.stringify(input) ?? '';
    if (this.kept?.content !== content) this.kept = { key: newIdempotencyKey(), content };
    return this.kept.key;
  }

  /** An answer came, whatever it says. */
  answered(): void {
    this.kept = null;
  }
}
