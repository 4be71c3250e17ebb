// Reveals the participants from the last to the first, with buttons and keys, and then publishes the final standings.

import { ArrowLeft, ArrowRight, Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../../shared/navigation/router.ts'
import { revealStandings } from '../../shared/challenge/reveal-standings.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { distinctNames, type NameOf } from '../../shared/people/people.tsx'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { KeyHint } from '../../shared/ui/controls/key-hint.tsx'
import { Banner, Failure } from '../../shared/ui/feedback/banner.tsx'
import { t } from '../../shared/i18n/t.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { finalStandings, revealSteps, placesMoved, type FinalStanding } from './ceremony.ts'
import { CeremonyRows, PointsChange } from './ceremony-rows.tsx'
import type { Ceremony } from './reveal-data.ts'
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
        {isPublished && (
          <Banner
            kind="success"
            live
            action={<ButtonLink to={paths.admin.leaderboard}>{t('common.leaderboard')}</ButtonLink>}
          >
            {t('adminReveal.published')}
          </Banner>
        )}
        <p className={css.keys}>
          {t.rich('adminReveal.keys', {
            key: (text) => <KeyHint>{text}</KeyHint>,
          })}
        </p>
      </div>
      <CeremonyRows standings={standings} revealedCount={revealedCount} />
    </div>
  )
}

const Publish = () => {
  const { pending, failure, run } = useFormSubmit(t('adminReveal.publishFailed'))
  return (
    <>
      <Button
        kind="today"
        size="large"
        icon={<Megaphone />}
        busy={pending}
        busyText={t('adminReveal.publishing')}
        onClick={() => void run(revealStandings)}
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
