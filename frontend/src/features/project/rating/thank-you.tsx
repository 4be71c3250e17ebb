// Confirms the rating and goes back to where the project was opened, unless the user chooses to stay.

import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from '../../../shared/navigation/router.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import type { BackTarget } from '../../../shared/navigation/back-target.ts'
import { t } from '../../../shared/i18n/t.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import css from './rating.module.css'

/** How long the message is shown before the redirect, in milliseconds. */
const redirectAfterMs = 2000

type ThankYouProps = { average: number; back: BackTarget; onStay: () => void }

export const ThankYou = ({ average, back: { path, label }, onStay }: ThankYouProps) => {
  const navigate = useNavigate()
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(path), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate, path])
  return (
    <div className={css.thanks} data-field role="status">
      <CircleCheck className={css.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        {t('project.thankYou')}
      </h2>
      <p>{t.rich('project.youGave', { average: formatScore(average), place: label })}</p>
      <div className={css.links}>
        <ButtonLink to={path} kind="primary">
          {t('common.goThereNow')}
        </ButtonLink>
        <Button kind="field-outline" onClick={onStay}>
          {t('project.stayHere')}
        </Button>
      </div>
    </div>
  )
}
