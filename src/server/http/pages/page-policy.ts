import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origins } from '#server/config/config.ts';
import { contentSecurityPolicy } from '../answers/headers.ts';

/**
 * A page that may be kept: without the nonce it is the same for everybody who asks the same, so its scripts run by their
 * hashes, and it has a tag by which a browser asks whether what it keeps still holds.
 */
export interface KeptPage {
  readonly html: string;
  readonly policy: string;
  /** Weak, for compressed and not it is one page. */
  readonly tag: string;
}

/**
 * Makes a rendered page fit to be kept. `nonce` is the one it was rendered with: only scripts that carry it are ours, and are
 * allowed by their hash.
 */
export function keptPage(rendered: string, page: { readonly nonce: string; readonly origins: Origins }): KeptPage {
  const mark = ` nonce="${page.nonce}"`;
  const html = rendered.replaceAll(mark, '');
  const scripts = [...rendered.matchAll(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g)]
    .filter(([, marks = '']) => marks.includes(mark) && !/\ssrc=/.test(marks))
    .map(([, , code = '']) => code.replaceAll(mark, ''));
  const hashes = [...new Set(scripts.map((code) => `'sha256-${digest(code, 'base64')}'`))];
  return {
    html,
    policy: contentSecurityPolicy(hashes.join(' '), page.origins),
    tag: `W/"${digest(html, 'base64url').slice(0, 27)}"`,
  };
}

/** Sends the headers of a kept page; true when the browser's own copy still holds and nothing else is to be sent. */
export function answersByTag(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<KeptPage, 'policy' | 'tag'>,
): boolean {
  reply.headers({ 'content-security-policy': page.policy, etag: page.tag });
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (!known.includes(page.tag)) return false;
  reply.code(304).send();
  return true;
}

function digest(text: string, form: 'base64' | 'base64url'): string {
  return createHash('sha256').update(text).digest(form);
}
