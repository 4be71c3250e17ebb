// A text of which only the beginning is shown, with a button for the rest if it is long.

import { useState } from 'react'
import { truncateText } from '../../format/format.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import css from './read-more.module.css'

/** Characters shown while collapsed. */
const collapsedLength = 120

type ReadMoreProps = {
  text: string
  /** What the text is about, for the accessible name of the button. */
  subject: string
}

export const ReadMore = ({ text, subject }: ReadMoreProps) => {
  const [open, setOpen] = useState(false)
  const excerpt = truncateText(text, collapsedLength)
  if (excerpt === text) return <p>{text}</p>
  return (
    <div>
      <p>{open ? text : excerpt}</p>
      <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t.rich(open ? 'ui.showLess' : 'ui.readMore', {
          subject,
          hidden: (content) => <VisuallyHidden>{content}</VisuallyHidden>,
        })}
      </button>
    </div>
  )
}
