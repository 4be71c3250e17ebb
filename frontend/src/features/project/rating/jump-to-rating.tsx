import { Star } from 'lucide-react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { jumpTo } from '../jump-to.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './rating.module.css'

/** The id of the card with the form. */
export const ratingCardId = 'rating'

/** On phones, where the form is below the text, a button at the bottom of the window leads to it. */
export const JumpToRating = () => (
  <div className={css.jump}>
    <Button kind="primary" size="large" wide icon={<Star />} onClick={() => jumpTo(ratingCardId)}>
      {t('project.rateProject')}
    </Button>
  </div>
)
