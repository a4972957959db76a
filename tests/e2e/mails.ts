/** What of a mail is looked for: whose mailbox it lies in, and its subject. */
export interface Wanted {
  readonly to: string;
  readonly subject: RegExp;
}

/** Plain text of the newest mail of a sandbox to an address with such a subject. The post goes out by a job of its own: waits for it, 60 s at most. */
export async function mailText(origin: string, { to, subject }: Wanted): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const list = await (await fetch(`${origin}/dev/inbox`)).text();
    const rows = [...list.matchAll(/<bdi>([^<]*)<\/bdi><\/td><td><a href="([^"]+)"><bdi>([^<]*)<\/bdi>/g)];
    const found = rows.find(([, address, , title]) => address === to && subject.test(title ?? ''));
    if (found !== undefined) {
      const mail = await (await fetch(`${origin}${found[2]}`)).text();
      const text = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(mail)?.[1] ?? '';
      return text.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&');
    }
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error(`no mail ${String(subject)} to ${to} in 60 s`);
}

/** The first link of such a mail whose path goes on with `path` behind the language. */
export async function mailLink(origin: string, wanted: Wanted & { readonly path: string }): Promise<string> {
  const text = await mailText(origin, wanted);
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  const link = links.find((one) => new URL(one).pathname.replace(/^\/[a-z]{2}\//, '') === wanted.path);
  if (link === undefined) throw new Error(`no link to ${wanted.path} in: ${text}`);
  return link;
}
