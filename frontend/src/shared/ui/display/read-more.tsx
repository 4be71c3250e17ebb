// A text of a user of which only the beginning is shown, with a button for the rest if it is long.

import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import words from '../../styles/words.module.css'
import css from './read-more.module.css'

/** Characters shown while collapsed. */
const collapsedLength = 120

/** Returns the first `length` characters followed by "...", or the text itself if it is not longer. Never splits a surrogate pair. */
export const truncateText = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}...`
}

type ReadMoreProps = {
  text: string
  /** What the text is about, for the accessible name of the button. */
  subject: string
}

export const ReadMore = ({ text, subject }: ReadMoreProps) => {
  const [open, setOpen] = useState(false)
  const excerpt = truncateText(text, collapsedLength)
  return (
    <div className={words.smallText} dir="auto">
      <p>{open ? text : excerpt}</p>
      {excerpt !== text && (
        <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.rich(open ? 'ui.showLess' : 'ui.readMore', { subject })}
        </button>
      )}
    </div>
  )
}
