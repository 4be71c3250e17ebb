import { ArrowLeft, ArrowRight, Megaphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { revealStandings } from '../../shared/challenge/reveal-standings.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { KeyHint } from '../../shared/ui/controls/key-hint.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import type { Standing } from './ceremony.ts'
import { CeremonyRows } from './ceremony-rows.tsx'
import { Spotlight } from './spotlight.tsx'
import { t } from './messages/t.ts'
import css from './ceremony-stage.module.css'

type CeremonyStageProps = {
  /** The participants of the ceremony, by final rank. */
  standings: readonly Standing[]
  isPublished: boolean
}

/** Reveals the participants from the last to the first, with buttons and keys. */
export const CeremonyStage = ({ standings, isPublished }: CeremonyStageProps) => {
  const [revealedCount, setRevealedCount] = useState(0)
  const next = standings[standings.length - revealedCount - 1]
  const revealed = standings[standings.length - revealedCount]
  const move = (steps: 1 | -1) =>
    setRevealedCount((count) => Math.min(Math.max(count + steps, 0), standings.length))
  useStepKeys(move)
  return (
    <div className={css.stage}>
      <div className={css.side}>
        <Spotlight revealed={revealed} next={next} />
        <div className={css.controls}>
          <Button
            icon={<ArrowLeft aria-hidden="true" />}
            disabled={revealedCount === 0}
            onClick={() => move(-1)}
          >
            {t('back')}
          </Button>
          {next && (
            <Button
              kind="primary"
              size="large"
              iconEnd={<ArrowRight aria-hidden="true" />}
              onClick={() => move(1)}
            >
              {t('revealNext', { place: next.after.rank })}
            </Button>
          )}
          {!next && !isPublished && <Publish />}
        </div>
        {isPublished && (
          <Banner
            kind="success"
            live
            action={<ButtonLink to={paths.admin.leaderboard}>{t('leaderboard')}</ButtonLink>}
          >
            {t('published')}
          </Banner>
        )}
        <p className={css.keys}>
          {t.rich('keys', {
            key: (text) => <KeyHint>{text}</KeyHint>,
          })}
        </p>
      </div>
      <CeremonyRows standings={standings} revealedCount={revealedCount} />
    </div>
  )
}

const Publish = () => {
  const { pending, failure, run } = useFormSubmit(t('publishFailed'))
  return (
    <>
      <Button
        kind="today"
        size="large"
        icon={<Megaphone aria-hidden="true" />}
        busy={pending}
        busyText={t('publishing')}
        onClick={() => void run(revealStandings)}
      >
        {t('publish')}
      </Button>
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
    </>
  )
}

/** Space and the right arrow go on, the left arrow goes back. A key that is held down moves once. */
function useStepKeys(move: (steps: 1 | -1) => void): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      // Space presses the button or link that has the focus.
      const isOnControl = event.target instanceof Element && event.target.closest('button, a') !== null
      const isNext = event.key === 'ArrowRight' || (event.key === ' ' && !isOnControl)
      if (!isNext && event.key !== 'ArrowLeft') return
      event.preventDefault()
      move(isNext ? 1 : -1)
    }
    addEventListener('keydown', step)
    return () => removeEventListener('keydown', step)
  })
}
