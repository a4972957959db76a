import { ApiError } from '#web/api/api-error.ts';
import { leavesOpen } from '#web/api/ask-again.ts';
import { newIdempotencyKey } from '#web/api/idempotency-key.ts';

/**
 * The Idempotency-Key of what a form sends. A press that nobody said the end of is sent again with its own key, so that it happens once;
 * what was answered, or says something else, gets a new one.
 */
export class KeptKey {
  private kept: { readonly key: string; readonly content: string; tries: number } | null = null;

  /** The key to send this with. */
  of(input: unknown): string {
    const content = JSON.stringify(input) ?? '';
    if (this.kept?.content !== content) this.kept = { key: newIdempotencyKey(), content, tries: 0 };
    this.kept.tries += 1;
    return this.kept.key;
  }

  /** It was done. */
  answered(): void {
    this.kept = null;
  }

  /** It failed: a refusal ends it, unless it leaves open what became of this press or of one before it. */
  failed(error: unknown): void {
    if (error instanceof ApiError && !leavesOpen(error, this.kept?.tries ?? 1)) this.kept = null;
  }
}
