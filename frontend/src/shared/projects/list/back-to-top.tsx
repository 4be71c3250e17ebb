import { ArrowUp } from 'lucide-react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { t } from '../messages/t.ts'
import css from './list.module.css'

/** Scrolls a long list back to its beginning and moves the focus there. */
export const BackToTop = () => {
  const scroll = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }
  return (
    <span className={css.top}>
      <IconButton label={t('backToTop')} icon={<ArrowUp />} onClick={scroll} />
    </span>
  )
}
