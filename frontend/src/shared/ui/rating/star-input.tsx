// What the forms of ratings have in common: five stars as a radio group (arrow keys move, 1 to 5 set, Delete clears), the question before
// another screen takes the place of a rating that was not submitted, and what says that one was submitted, and then redirects.

import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Star, type StarFill } from './star-rating.tsx'
import { t } from '../../i18n/t.ts'
import { CircleCheck } from 'lucide-react'
import { useBlocker, useNavigate } from '../../navigation/router.ts'
import { ButtonLink } from '../controls/button.tsx'
import { AlertDialog } from '../dialog/dialog.tsx'
import { useFocusWhenShown } from '../move-focus.ts'
import { useSession } from '../../session/session.ts'
import { useAfter } from '../use-after.ts'
import hidden from '../../styles/visually-hidden.module.css'
import words from '../../styles/words.module.css'
import css from './star-input.module.css'
import rated from './rated.module.css'

const starLabels = [
  t('ratingInput.poor'),
  t('ratingInput.weak'),
  t('ratingInput.fair'),
  t('ratingInput.good'),
  t('ratingInput.excellent'),
]

type StarInputProps = {
  label: string
  /** 0 means not rated. */
  value: number
  onValueChange: (value: number) => void
  name?: string | undefined
  hint?: string | undefined
  labelHidden?: boolean | undefined
  disabled?: boolean | undefined
}

const starFill = (star: number, value: number, preview: number): StarFill => {
  if (star <= value) return 'full'
  return star <= preview ? 'preview' : 'empty'
}

/** Five stars as a radio group. */
export const StarInput = ({ label, value, onValueChange, hint, disabled, ...props }: StarInputProps) => {
  const generatedName = useId()
  const hintId = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [preview, setPreview] = useState(0)
  const shownStars = preview || value

  const onKeyDown = (event: KeyboardEvent) => {
    const isClearKey = event.key === 'Delete' || event.key === 'Backspace' || event.key === '0'
    if (disabled || (!isClearKey && !/^[1-5]$/.test(event.key))) return
    event.preventDefault()
    const next = isClearKey ? 0 : Number(event.key)
    onValueChange(next)
    if (next > 0) group.current?.querySelector<HTMLInputElement>(`input[value="${next}"]`)?.focus()
  }

  return (
    <fieldset
      ref={group}
      role="radiogroup"
      className={css.rating}
      aria-describedby={hint ? hintId : undefined}
      disabled={disabled}
      onKeyDown={onKeyDown}
    >
      <legend className={props.labelHidden ? hidden.visuallyHidden : css.legend}>{label}</legend>
      {hint && (
        <p id={hintId} className={words.faint}>
          {hint}
        </p>
      )}
      <div className={css.line}>
        <div className={css.stars} onPointerLeave={() => setPreview(0)}>
          {starLabels.map((starLabel, index) => {
            const star = index + 1
            return (
              <label
                key={starLabel}
                className={css.star}
                onPointerEnter={() => !disabled && setPreview(star)}
              >
                <input
                  type="radio"
                  name={props.name ?? generatedName}
                  value={star}
                  checked={value === star}
                  onChange={() => onValueChange(star)}
                  // Also what is shown already: it may be a proposal.
                  onClick={() => value === star && onValueChange(star)}
                  aria-label={t('ratingInput.stars', { count: star, meaning: starLabel })}
                />
                <Star fill={starFill(star, value, preview)} />
              </label>
            )
          })}
        </div>
        <span className={css.word} aria-hidden="true">
          {starLabels[shownStars - 1] ?? t('common.notRatedYet')}
        </span>
      </div>
    </fieldset>
  )
}

let asksFirst = false

/** Whether leaving the screen asks first. */
export const asksBeforeLeaving = (): boolean => asksFirst

/** To be called when the user has answered the question: the navigation that follows does not ask again. */
export const skipLeaveQuestion = (): void => void (asksFirst = false)

/** Asks before every navigation to another screen. */
export const LeaveQuestion = ({ asks }: { asks: boolean }) => {
  // Before the next paint: a key that is pressed as soon as the rating is saved must not ask.
  useLayoutEffect(() => {
    asksFirst = asks
    return skipLeaveQuestion
  }, [asks])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asksFirst && currentLocation.pathname !== nextLocation.pathname && hasSession(),
  )
  return (
    blocker.state === 'blocked' && (
      <LeaveDialog onClose={() => blocker.reset()} onConfirm={() => blocker.proceed()} />
    )
  )
}

/** The question itself, for what asks before it knows where it leads. */
export const LeaveDialog = (props: { onClose: () => void; onConfirm: () => void }) => (
  <AlertDialog
    {...props}
    title={t('ui.leaveQuestion')}
    description={t('ui.ratingStays')}
    confirmLabel={t('common.leave')}
  />
)

/** Without a session the login takes the place of the screen, and the screen comes back after it. */
const hasSession = (): boolean => 'user' in useSession.getState().session

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

/** Says that a rating was submitted, and then redirects. */
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
    <div className={rated.rated} data-field role="status">
      <CircleCheck className={rated.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className={rated.links}>
        <ButtonLink to={path} kind="primary">
          {t('common.goThereNow')}
        </ButtonLink>
        {other}
      </div>
    </div>
  )
}
