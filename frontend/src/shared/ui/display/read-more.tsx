import { useState } from 'react'
import { truncateText } from '../../format/truncate-text.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './read-more.module.css'

type ReadMoreProps = {
  text: string
  /** Characters shown while collapsed. */
  at?: number | undefined
  /** What the text is about, for the accessible name of the button. */
  subject: string
}

export const ReadMore = ({ text, at = 120, subject }: ReadMoreProps) => {
  const [open, setOpen] = useState(false)
  const cut = truncateText(text, at)
  if (cut === text) return <p>{text}</p>
  return (
    <div>
      <p>{open ? text : cut}</p>
      <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Read more'}
        <VisuallyHidden> about {subject}</VisuallyHidden>
      </button>
    </div>
  )
}
