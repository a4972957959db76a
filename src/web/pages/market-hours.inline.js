// Runs on the page of market hours: the week in the viewer's zone or UTC, what is open now, and how long. Plain, and small.
(() => {
  const root = document.querySelector('[data-hours]');
  if (!root) return;
  const { tag } = root.dataset;
  const DAY = 86_400_000;
  const utcZone = 'UTC';
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || utcZone;
  const kept = (() => {
    try {
      return localStorage.getItem('tikvo.hoursZone');
    } catch {
      return null;
    }
  })();
  const state = { zone: kept === 'utc' ? 'utc' : 'local', week: 0 };
  const one = (selector, inside) => (inside || root).querySelector(selector);
  const all = (selector, inside) => [...(inside || root).querySelectorAll(selector)];
  const zoneOf = () => (state.zone === 'utc' ? utcZone : ownZone);
  const format = (options) => new Intl.DateTimeFormat(tag, { ...options, timeZone: zoneOf() });
  const pad = (value) => String(value).padStart(2, '0');

  // Midnight of a date of the zone chosen, found from its noon.
  function midnight(year, month, day) {
    if (state.zone === 'utc') return Date.UTC(year, month, day);
    return new Date(year, month, day).getTime();
  }
  function days() {
    const now = new Date();
    const utc = state.zone === 'utc';
    const [year, month, date, weekday] = utc
      ? [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCDay()]
      : [now.getFullYear(), now.getMonth(), now.getDate(), now.getDay()];
    const monday = date - ((weekday + 6) % 7) + state.week * 7;
    return Array.from({ length: 8 }, (_none, index) => midnight(year, month, monday + index));
  }

  function drawWeek() {
    const edges = days();
    const [from, to] = [edges[0], edges[7]];
    const at = (time) => ((time - from) / (to - from)) * 100;
    const name = format({ weekday: 'short', day: 'numeric' });
    const today = format({ dateStyle: 'short' });
    all('[data-day]').forEach((cell, index) => {
      const noon = edges[index] + DAY / 2;
      const part = (type) => name.formatToParts(noon).find((one) => one.type === type)?.value ?? '';
      const words = [name.format(noon), part('weekday'), part('day')];
      [...cell.children].forEach((line, at) => (line.textContent = words[at]));
      cell.toggleAttribute('data-today', today.format(edges[index] + DAY / 2) === today.format(Date.now()));
    });
    for (const bar of all('[data-spans]')) {
      const spans = JSON.parse(bar.dataset.spans).filter((span) => span[1] > from && span[0] < to);
      const box = one('[data-bars]', bar);
      box.replaceChildren(
        ...spans.map((span) => {
          const part = document.createElement('i');
          const start = at(Math.max(from, span[0]));
          part.style.insetInlineStart = `${start}%`;
          part.style.inlineSize = `${at(Math.min(to, span[1])) - start}%`;
          return part;
        }),
      );
      const line = one('[data-now]', bar);
      const now = at(Date.now());
      line.hidden = now < 0 || now > 100;
      line.style.insetInlineStart = `${now}%`;
    }
    // A day of another year, or some 300 days away, names its year, as every date of the site does.
    const year = format({ year: 'numeric' });
    for (const cell of all('[data-date]')) {
      const time = Number(cell.dataset.date);
      const far = Math.abs(time - Date.now()) > 300 * DAY || year.format(time) !== year.format(Date.now());
      const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: far ? 'numeric' : undefined });
      cell.textContent = day.format(time);
    }
    const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    for (const cell of all('[data-time]')) cell.textContent = clock.format(Number(cell.dataset.time));
    const lead = one('[data-lead]');
    lead.textContent =
      state.zone === 'utc' ? lead.dataset.utc : lead.dataset.local.replace('ZONE', ownZone.replaceAll('_', ' '));
    for (const button of all('[data-zone]'))
      button.setAttribute('aria-pressed', String(button.dataset.zone === state.zone));
    for (const button of all('[data-week]'))
      button.setAttribute('aria-pressed', String(Number(button.dataset.week) === state.week));
  }

  function drawNow() {
    const now = Date.now();
    for (const row of all('[data-spans]')) {
      const spans = JSON.parse(row.dataset.spans);
      const open = spans.find((span) => span[0] <= now && span[1] > now);
      const next = spans.find((span) => span[0] > now);
      one('[data-open]', row).hidden = !open;
      one('[data-closed]', row).hidden = Boolean(open);
      if (row.dataset.always) continue;
      const until = open ? open[1] : next && next[0];
      const cell = one('[data-left]', row);
      if (!until) continue;
      const total = Math.max(0, Math.ceil((until - now) / 1000));
      const text = `${pad(Math.floor(total / 3600))}:${pad(Math.floor(total / 60) % 60)}:${pad(total % 60)}`;
      cell.textContent = (open ? cell.dataset.closes : cell.dataset.opens).replace('TIME', text);
    }
  }

  root.addEventListener('click', (event) => {
    const button = event.target.closest('[data-zone],[data-week]');
    if (!button) return;
    if (button.dataset.zone) {
      state.zone = button.dataset.zone;
      try {
        localStorage.setItem('tikvo.hoursZone', state.zone);
      } catch {}
    } else state.week = Number(button.dataset.week);
    drawWeek();
  });
  drawWeek();
  drawNow();
  setInterval(drawNow, 1000);
  setInterval(drawWeek, 60_000);
})();
