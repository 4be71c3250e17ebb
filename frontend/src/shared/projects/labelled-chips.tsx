import { Chips } from '../ui/display/badge.tsx'
import css from './labelled-chips.module.css'

/** A comma-separated list as chips under its label. Renders nothing for an empty list. */
export const LabelledChips = ({ label, text }: { label: string; text: string }) => {
  if (text.trim() === '') return null
  return (
    <div>
      <p className={css.label} aria-hidden="true">
        {label}
      </p>
      <Chips text={text} label={label} />
    </div>
  )
}
