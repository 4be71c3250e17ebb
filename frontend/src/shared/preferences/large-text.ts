/** Text is large from 150 % of the usual size on. */
const largeRem = 24

/**
 * Marks the page with `data-large-text` while the text size of the browser is large. Media queries know the width of the window
 * only, so that layouts for wide windows need the mark to give large text room.
 */
export function followTextSize(): void {
  const rem = document.createElement('span')
  rem.setAttribute('aria-hidden', 'true')
  Object.assign(rem.style, { position: 'absolute', width: '1rem', visibility: 'hidden' })
  document.body.append(rem)
  new ResizeObserver(() =>
    document.documentElement.toggleAttribute('data-large-text', rem.offsetWidth >= largeRem),
  ).observe(rem)
}
