// Says that a rating was submitted, and then redirects.

import { CircleCheck } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useBlocker, useNavigate } from '../../navigation/router.ts'
import { t } from '../../i18n/t.ts'
import { ButtonLink } from '../controls/button.tsx'
import { useFocusWhenShown } from '../move-focus.ts'
import { useAfter } from '../use-after.ts'
import css from './rated.module.css'

type RatedProps = {
  title: string
  /** Where it redirects. */
  path: string
  /** How long it is shown before, in ms; undefined once the user has chosen another way to continue. */
  redirectAfterMs: number | undefined
  /** Another way to continue. */
  other: ReactNode
  children: ReactNode
}

export const Rated = ({ title, path, redirectAfterMs, other, children }: RatedProps) => {
  const navigate = useNavigate()
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const hasChosen = useRef(false)
  // Called at the start of every navigation. The next screen can take a while to load and to render, with this one still on screen.
  useBlocker(() => {
    hasChosen.current = true
    return false
  })
  const redirect = () => {
    if (!hasChosen.current) void navigate(path)
  }
  useAfter(redirectAfterMs, redirect, path)
  return (
    <div className={css.rated} data-field role="status">
      <CircleCheck className={css.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className={css.links}>
        <ButtonLink to={path} kind="primary">
          {t('common.goThereNow')}
        </ButtonLink>
        {other}
      </div>
    </div>
  )
}
