// Shown once a rating was sent: says so, and redirects to the projects of the participant. Links lead there at once or to all submissions.

import { useEffect, useRef } from 'react'
import { CircleCheck } from 'lucide-react'
import { useBlocker, useNavigate, paths } from '../../shared/navigation/router.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './rating-submitted.module.css'

/** How long the success message is shown before the redirect, in milliseconds. */
const redirectAfterMs = 2500

type RatingSubmittedProps = {
  average: number
  /** The participant whose projects are shown next. */
  userId: string
  /** False once the admin has chosen another way to continue. */
  redirects: boolean
}

export const RatingSubmitted = ({ average, userId, redirects }: RatingSubmittedProps) => {
  const navigate = useNavigate()
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const nextPath = paths.admin.userProjects(userId)
  const hasChosen = useRef(false)
  // Called at the start of every navigation. The next screen can take a while to load and to render, with this one still on screen.
  useBlocker(() => {
    hasChosen.current = true
    return false
  })
  useEffect(() => {
    if (!redirects) return undefined
    const timer = setTimeout(() => {
      if (!hasChosen.current) void navigate(nextPath)
    }, redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate, nextPath, redirects])

  return (
    <div className={css.panel} data-field role="status">
      <CircleCheck aria-hidden="true" className={css.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        {t('adminRating.submitted')}
      </h2>
      <p className={css.average}>
        <strong className={css.value}>{formatScore(average)}</strong>
        {'/5'}
      </p>
      {redirects && <p>{t('adminRating.redirecting')}</p>}
      <div className={css.links}>
        <ButtonLink to={nextPath} kind="primary">
          {t('common.goThereNow')}
        </ButtonLink>
        <ButtonLink to={paths.admin.submissions} kind="field-outline">
          {t('adminRating.backToSubmissions')}
        </ButtonLink>
      </div>
    </div>
  )
}
