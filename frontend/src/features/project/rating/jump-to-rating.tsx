import { Star } from 'lucide-react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import css from './rating.module.css'

/** The id of the card with the form. */
export const ratingCardId = 'rating'

/** On phones, where the form is below the text, a button at the bottom of the window leads to it. */
export const JumpToRating = () => {
  const jump = () => {
    const card = document.getElementById(ratingCardId)
    card?.scrollIntoView()
    card?.focus({ preventScroll: true })
  }
  return (
    <div className={css.jump}>
      <Button kind="primary" size="large" wide icon={<Star aria-hidden="true" />} onClick={jump}>
        Rate this project
      </Button>
    </div>
  )
}
