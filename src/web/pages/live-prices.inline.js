// Runs on pages without framework code: prices over the public socket, the small chart from bars. Plain, and small.
(() => {
  const root = document.querySelector('[data-live-host]');
  if (!root) return;
  const { liveHost, liveTag } = root.dataset;
  const base = liveHost || location.origin;
  const cells = new Map();
  for (const cell of document.querySelectorAll('[data-live-pair]')) {
    const { livePair, livePlaces, liveOpen } = cell.dataset;
    const entry = {
      price: cell.querySelector('[data-price]'),
      change: cell.querySelector('[data-change]'),
      spark: cell.querySelector('[data-spark]'),
      open: Number(liveOpen),
      places: Number(livePlaces),
    };
    cells.set(livePair, [...(cells.get(livePair) || []), entry]);
  }
  const minus = (text) => text.replaceAll('-', '\u2212');
  // Made when first needed: to make one for each of many cells held up the first picture of the page.
  const formats = new Map();
  function write(number, places, more) {
    const key = `${places} ${more?.style}`;
    const same = { minimumFractionDigits: places, maximumFractionDigits: places };
    if (!formats.has(key))
      formats.set(key, new Intl.NumberFormat(liveTag, { useGrouping: 'always', ...same, ...more }));
    return minus(formats.get(key).format(number));
  }
  const PERCENT = { style: 'percent', signDisplay: 'exceptZero' };
  const news = new Map();
  let drawing = false;

  // The chart: 3 minutes of seconds, then whatever comes.
  const chart = document.querySelector('[data-live-chart]');
  const points = [];
  const SPAN = 180_000;
  const SHARE = 0.8;
  function drawChart() {
    if (!chart || points.length < 2) return;
    const end = points[points.length - 1][0];
    while (points.length > 2 && points[1][0] < end - SPAN) points.shift();
    // The price that an open prediction began at stays in the picture.
    const mark = Number(chart.dataset.mark || points[points.length - 1][1]);
    const prices = [mark, ...points.map((point) => point[1])];
    const low = Math.min(...prices);
    const range = Math.max(...prices) - low || 1;
    const height = (price) => (196 - ((price - low) / range) * 170).toFixed(1);
    const span = Math.max(20_000, Math.min(SPAN, end - points[0][0]));
    const line = points.map(([time, price]) => {
      const x = Math.max(0, 1 - (end - time) / span) * SHARE * 480;
      return [x.toFixed(1), height(price)];
    });
    const last = line[line.length - 1];
    const text = line.map((point) => point.join(',')).join(' ');
    chart.querySelector('[data-line]').setAttribute('points', text);
    chart.querySelector('[data-area]').setAttribute('points', `${line[0][0]},210 ${text} ${last[0]},210`);
    chart.style.setProperty('--y', `${(last[1] / 210) * 100}%`);
    chart.style.setProperty('--m', `${(height(mark) / 210) * 100}%`);
  }

  function draw() {
    drawing = false;
    for (const [pair, tick] of news) {
      for (const cell of cells.get(pair) || []) {
        cell.price.textContent = write(tick.price, cell.places);
        if (!cell.change || !cell.open) continue;
        const change = Math.round((tick.price / cell.open - 1) * 10_000) / 10_000;
        cell.change.textContent = write(change, 2, PERCENT);
        for (const part of [cell.change, cell.spark]) {
          part?.classList.toggle('text-up', change > 0);
          part?.classList.toggle('text-down', change < 0);
          part?.classList.toggle('text-mut', change === 0);
        }
      }
      if (chart && pair === chart.dataset.liveChart) points.push([tick.time, tick.price]);
    }
    news.clear();
    drawChart();
  }

  async function history() {
    if (!chart) return;
    const query = new URLSearchParams({
      pair: chart.dataset.liveChart,
      resolution: '1s',
      from: String(Date.now() - SPAN),
    });
    const answer = await fetch(`${liveHost}/api/v2/trade/bars?${query}`).catch(() => null);
    if (!answer || !answer.ok) return;
    const { bars } = await answer.json();
    points.unshift(...bars.map((bar) => [bar.time, bar.close]).filter(([time]) => !points[0] || time < points[0][0]));
    drawChart();
  }

  // A line that was cut off without a close says nothing: after two quiet seconds it is asked, after four it is left.
  let wait = 500;
  let quiet = 0;
  let socket;
  function connect() {
    // It may take six seconds longer to open.
    quiet = -6;
    socket = new WebSocket(`${base.replace(/^http/, 'ws')}/public`);
    socket.onopen = () => {
      quiet = 0;
      const more = (root.dataset.liveMore || '').split(' ').filter(Boolean);
      socket.send(
        JSON.stringify({ op: 'subscribe', channels: [...[...cells.keys()].map((pair) => `ticks:${pair}`), ...more] }),
      );
    };
    socket.onmessage = (event) => {
      quiet = 0;
      wait = 500;
      root.removeAttribute('data-live-lost');
      const { ch, data } = JSON.parse(event.data);
      if (!ch || !data) return;
      // For what else is on the page.
      root.dispatchEvent(new CustomEvent('tikvo:live', { detail: { ch, data } }));
      if (!ch.startsWith('ticks:')) return;
      news.set(ch.slice(6), data);
      if (drawing) return;
      drawing = true;
      requestAnimationFrame(draw);
    };
    socket.onclose = lost;
  }
  function lost() {
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    socket = null;
    root.setAttribute('data-live-lost', '');
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, 15_000);
  }
  setInterval(() => {
    quiet += 1;
    if (quiet >= 4) lost();
    else if (quiet === 2 && socket?.readyState === 1) socket.send('{"op":"ping"}');
  }, 1_000);
  addEventListener('offline', lost);
  void history();
  connect();
})();
