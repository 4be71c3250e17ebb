import { useEffect, useRef } from 'react'
import { CircleCheck } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import css from './rating-submitted.module.css'

/** How long the success message is shown before the redirect, in milliseconds (specification, section 9). */
const redirectAfterMs = 2500

/** Confirms the rating and redirects to the projects of the participant. Links lead there at once or to all submissions. */
export const RatingSubmitted = ({ average, userId }: { average: number; userId: string }) => {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const nextPath = paths.admin.userProjects(userId)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(nextPath), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate, nextPath])
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className={css.panel} data-field role="status">
      <CircleCheck aria-hidden="true" className={css.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        Rating Submitted Successfully!
      </h2>
      <p className={css.average}>
        <strong className={css.value}>{average.toFixed(1)}</strong>/5
      </p>
      <p>Redirecting to the submissions page...</p>
      <div className={css.links}>
        <ButtonLink to={nextPath} kind="primary">
          Go there now
        </ButtonLink>
        <ButtonLink to={paths.admin.submissions} kind="field-outline">
          Back to submissions
        </ButtonLink>
      </div>
    </div>
  )
}
