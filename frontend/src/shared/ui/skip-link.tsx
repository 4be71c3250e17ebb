import type { MouseEvent } from 'react'
import { t } from '../i18n/t.ts'
import css from './skip-link.module.css'

/** The first link of a page with a navigation or a header: leads keyboard users past it, to the content (`#main`). */
export const SkipLink = () => (
  <a href="#main" className={css.skip} onClick={skip}>
    {t('app.skipToContent')}
  </a>
)

/** Focuses the content without a navigation, which would replace the history state of the screen. */
function skip(event: MouseEvent): void {
  const content = document.getElementById('main')
  if (content === null) return
  event.preventDefault()
  content.tabIndex = -1
  // Scrolls to it, too.
  content.focus()
}
