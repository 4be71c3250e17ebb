// Reveals the participants from the last to the first, with buttons and keys, and then publishes the final standings. Beside them is the list
// in which every participant moves from the frozen place to the final one.

import { ArrowLeft, ArrowRight, Megaphone } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { paths } from '../../shared/navigation/router.ts'
import { revealStandings } from '../../shared/challenge/current-day.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { distinctNames, type NameOf, Avatar } from '../../shared/people/people.tsx'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { Banner, Failure, KeyHint } from '../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../shared/ui/display/marks.tsx'
import { t, formatPoints } from '../../shared/i18n/t.ts'
import {
  finalStandings,
  revealSteps,
  placesMoved,
  type FinalStanding,
  type Ceremony,
  shownOrder,
  type Standing,
} from './ceremony.ts'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import css from './ceremony-stage.module.css'

type CeremonyStageProps = Ceremony & {
  onStep: (step: number) => void
  isPublished: boolean
}

export const CeremonyStage = ({ standings, stops, step, onStep, isPublished }: CeremonyStageProps) => {
  const final = finalStandings(standings)
  const steps = revealSteps(final.length, stops)
  const revealedCount = steps[step] ?? 0
  const nextCount = steps[step + 1]
  const next = final[final.length - revealedCount - 1]
  const isNextStop = nextCount !== undefined && nextCount - revealedCount === 1
  const isStop = step > 0 && revealedCount - (steps[step - 1] ?? 0) === 1
  const move = (count: 1 | -1) => onStep(Math.min(Math.max(step + count, 0), steps.length - 1))
  useStepKeys(move)
  return (
    <div className={css.stage}>
      <div className={css.side}>
        <Spotlight
          revealed={isStop ? final[final.length - revealedCount] : undefined}
          next={isNextStop ? next : undefined}
          nameOf={distinctNames(standings)}
        />
        <div className={css.controls}>
          <Button icon={<ArrowLeft />} disabled={step === 0} onClick={() => move(-1)}>
            {t('common.back')}
          </Button>
          {next && nextCount !== undefined && (
            <Button kind="primary" size="large" iconEnd={<ArrowRight />} onClick={() => move(1)}>
              {isNextStop
                ? t('adminReveal.revealNext', { place: next.after.rank })
                : t('adminReveal.revealUpTo', {
                    first: final.length - nextCount + 1,
                    last: final.length - revealedCount,
                  })}
            </Button>
          )}
          {!next && !isPublished && <Publish />}
        </div>
        <Banner
          kind="success"
          live
          action={<ButtonLink to={paths.admin.leaderboard}>{t('common.leaderboard')}</ButtonLink>}
        >
          {isPublished && t('adminReveal.published')}
        </Banner>
        <p className={css.keys}>{t.rich('adminReveal.keys', { key: (text) => <KeyHint>{text}</KeyHint> })}</p>
      </div>
      <CeremonyRows standings={standings} revealedCount={revealedCount} />
    </div>
  )
}

const Publish = () => {
  const { failure, button } = useFormSubmit(t('adminReveal.publishFailed'))
  return (
    <>
      <Button
        kind="today"
        size="large"
        icon={<Megaphone />}
        busyText={t('adminReveal.publishing')}
        {...button(revealStandings)}
      >
        {t('adminReveal.publish')}
      </Button>
      <Failure text={failure} />
    </>
  )
}

/** Space and the right arrow continue, the left arrow goes back. A key that is held down moves once. */
function useStepKeys(move: (steps: 1 | -1) => void): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const target = event.target instanceof Element ? event.target : undefined
      if (target?.closest('[role="alertdialog"]')) return
      // Space presses the button or link that has the focus.
      const isOnControl = target?.closest('button, a') != null
      const isNext = event.key === 'ArrowRight' || (event.key === ' ' && !isOnControl)
      if (!isNext && event.key !== 'ArrowLeft') return
      event.preventDefault()
      move(isNext ? 1 : -1)
    }
    addEventListener('keydown', step)
    return () => removeEventListener('keydown', step)
  })
}

type SpotlightProps = {
  /** The participant whom the last step revealed; undefined before the first stop. */
  revealed: FinalStanding | undefined
  /** The participant whom the next step reveals; undefined if it reveals several. */
  next: FinalStanding | undefined
  nameOf: NameOf
}

/** The participant who was revealed last, in letters for the last row of a hall. */
const Spotlight = ({ revealed, next, nameOf }: SpotlightProps) => (
  <div
    className={css.spotlight}
    data-first={revealed?.after.rank === 1 || undefined}
    aria-live="polite"
    aria-atomic="true"
  >
    {revealed ? (
      <>
        <p className={css.rank}>{t('adminReveal.place', { place: revealed.after.rank })}</p>
        <div className={css.person}>
          <Avatar id={revealed.id} name={revealed.name} image={revealed.avatar} size={84} />
          <p className={css.name} dir="auto">
            {nameOf(revealed)}
          </p>
        </div>
        <p className={css.points}>
          <PointsChange standing={revealed} />
        </p>
        <p className={css.moved}>{formatMove(revealed)}</p>
      </>
    ) : (
      <p className={css.name}>
        {next ? t('adminReveal.nextUp', { place: next.after.rank }) : t('adminReveal.asEverybodyKnows')}
      </p>
    )}
  </div>
)

function formatMove(standing: FinalStanding): string {
  const places = placesMoved(standing)
  if (places === undefined) return t('adminReveal.newcomer')
  if (places === 0) return t('adminReveal.samePlace')
  return places > 0
    ? t('adminReveal.placesUp', { count: places })
    : t('adminReveal.placesDown', { count: -places })
}

type CeremonyRowsProps = { standings: readonly Standing[]; revealedCount: number }

const CeremonyRows = ({ standings, revealedCount }: CeremonyRowsProps) => {
  const rows = shownOrder(standings, revealedCount)
  const nameOf = distinctNames(standings)
  const firstFinal = rows.length - revealedCount
  const revealedId = rows[firstFinal]?.id
  // The ceremony begins at the top of the frozen leaderboard, and then follows the row that was revealed.
  const inView = rows[revealedCount === 0 ? 0 : firstFinal]
  const rowInView = useRef<HTMLLIElement>(null)
  // Before the list measures its rows, which it does in an effect, too.
  useLayoutEffect(() => {
    // Not as the result: where scrolling returns a promise, that is no function that ends the effect.
    rowInView.current?.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another row has the ref then
  }, [inView?.id])
  const list = useRankFlip<HTMLOListElement>({
    order: rows.map(({ id }) => id),
    moved: revealedId === undefined ? [] : [revealedId],
  })
  return (
    <ol ref={list} className={css.rows} aria-label={t('common.standings')}>
      {rows.map((standing, index) => {
        const { id, name, avatar, before, after } = standing
        const isFinal = index >= firstFinal
        // The frozen place while the final one is secret.
        const place = isFinal ? after : before
        const moved = placesMoved(standing)
        return (
          <li
            key={id}
            ref={standing === inView ? rowInView : undefined}
            data-flip-id={id}
            data-final={isFinal || undefined}
            data-newest={id === revealedId || undefined}
            className={css.row}
          >
            <span className={css.place}>{place?.rank}</span>
            <Avatar id={id} name={name} image={avatar} size={36} />
            <FullText as="strong" dir="auto" focusable={false} className={css.who} text={nameOf(standing)} />
            {isFinal && moved !== undefined && <RankChange change={moved} />}
            <span className={css.total}>
              {isFinal ? <PointsChange standing={standing} /> : place && formatPoints(place.points)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The points before and after, or only those after for a participant without a frozen place. */
const PointsChange = ({ standing: { before, after } }: { standing: Standing }) => {
  if (!after) return null
  const now = formatPoints(after.points)
  if (!before) return t('adminReveal.points', { after: now })
  const then = formatPoints(before.points)
  return (
    <>
      <span className={css.change} aria-hidden="true">
        <span className={css.before}>{then}</span>
        <ArrowRight size="0.8em" />
        <strong>{now}</strong>
      </span>
      <VisuallyHidden>{t('adminReveal.pointsFromTo', { before: then, after: now })}</VisuallyHidden>
    </>
  )
}
