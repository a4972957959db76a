// Counts that the article was read, and takes in whether it helped. Works on a page without framework code; without scripts nothing is asked.
const box = document.querySelector('[data-verdict]');
const { api, article, language } = box.dataset;
const send = (path, body) =>
  fetch(`${api}/api/v2/help/articles/${article}/${path}`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'accept-language': language,
      'x-requested-with': 'web',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
    // An answer that nobody reads stays open.
  })
    .then((answer) => answer.text())
    .catch(() => undefined);
void send('views');
box.hidden = false;
const show = (step) => {
  for (const part of box.querySelectorAll('[data-part]')) part.hidden = part.dataset.part !== step;
  box.querySelector(`[data-part=${step}]`).focus();
};
box.addEventListener('click', ({ target }) => {
  const at = target.closest('[data-helped],[data-reason]');
  if (!at) return;
  if (at.dataset.helped === 'no') {
    show('reason');
    return;
  }
  const { reason } = at.dataset;
  void send('verdicts', reason ? { helped: false, reason } : { helped: true });
  show('thanks');
});
