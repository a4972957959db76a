// Asks once which cookies may be set; works on pages without framework code. The choice is the cookie tikvo.consent: all or needed.
const root = document.documentElement;
const box = document.querySelector('[data-consent]');
const chosen = /(?:^|;\s*)tikvo\.consent=(?:all|needed)(?:;|$)/.test(document.cookie);
if (!chosen) root.dataset.consent = 'ask';
document.addEventListener('click', (event) => {
  const at = event.target instanceof Element ? event.target.closest('[data-consent-choice],[data-consent-open]') : null;
  if (at === null) return;
  const choice = at.getAttribute('data-consent-choice');
  if (choice === null) {
    root.dataset.consent = 'ask';
    box.querySelector('button').focus();
    return;
  }
  const domain = box.dataset.domain === '' ? '' : ';domain=' + box.dataset.domain;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  document.cookie = 'tikvo.consent=' + choice + ';path=/;max-age=31536000;samesite=lax' + domain + secure;
  delete root.dataset.consent;
  if (choice === 'needed') for (const name of ['_fbp', '_fbc']) document.cookie = name + '=;path=/;max-age=0' + domain;
  dispatchEvent(new CustomEvent('tikvo-consent', { detail: choice }));
});
