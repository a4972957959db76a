/** Address that opens a mail in the person's own program (RFC 6068: lines end in CR LF). */
export function mailAddress(to: string, mail: { readonly subject: string; readonly body?: string }): string {
  const [name = '', host = ''] = to.split('@');
  const said = (text: string) => encodeURIComponent(text.replaceAll('\n', '\r\n'));
  const body = mail.body === undefined ? '' : `&body=${said(mail.body)}`;
  return `mailto:${encodeURIComponent(name)}@${host}?subject=${said(mail.subject)}${body}`;
}
