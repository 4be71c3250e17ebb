// The screen of the reveal of the final standings, around the ceremony itself (`ceremony-stage.tsx`): it needs a frozen leaderboard, asks with
// which place to begin, and asks before somebody leaves. Nothing is published before the end, and leaving publishes nothing.

import { useEffect, useState } from 'react'
import { X, Play } from 'lucide-react'
import { useNavigate, paths } from '../../shared/navigation/router.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { followCurrentDay, useCurrentDay, reloadCurrentDay } from '../../shared/challenge/current-day.ts'
import { LateNotice } from '../../shared/ui/feedback/shell-messages.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { AlertDialog } from '../../shared/ui/dialog/dialog.tsx'
import { Card } from '../../shared/ui/display/surfaces.tsx'
import { EmptyState, Loaded, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { useServerNow, formatChallengeStart } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import {
  finalStandings,
  forgetCeremony,
  loadCeremony,
  revealedStandings,
  storeCeremony,
  type Ceremony,
  type Freeze,
} from './ceremony.ts'
import { CeremonyStage } from './ceremony-stage.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './reveal-screen.module.css'

export const RevealScreen = () => {
  const ceremony = useCeremony()
  const { isAsking, setIsAsking, onLeave, leave } = useLeave(ceremony.isUnderWay)
  return (
    <div className={css.screen}>
      <SkipLink />
      <header className={css.head}>
        <h1>{t('adminReveal.title')}</h1>
        <ButtonLink
          to={paths.admin.settings}
          kind="quiet"
          icon={<X />}
          onClick={(event) => {
            event.preventDefault()
            onLeave()
          }}
        >
          {t('common.leave')}
        </ButtonLink>
      </header>
      <main id="main" className={css.main}>
        <LateNotice isAdmin />
        <Content {...ceremony} />
      </main>
      {isAsking && (
        <AlertDialog
          onClose={() => setIsAsking(false)}
          title={t('adminReveal.leaveQuestion')}
          description={t('adminReveal.leaveText')}
          confirmLabel={t('common.leave')}
          cancelLabel={t('adminReveal.stay')}
          onConfirm={leave}
        />
      )}
    </div>
  )
}

/** The freeze of the current run, and the ceremony that reveals its standings. */
function useCeremony() {
  const { run, frozen, frozenAt, isLoaded, knownAt, hasFailed = false } = useCurrentDay()
  // A reveal from what an earlier visit knew would show the wrong standings.
  const isKnown = isLoaded && knownAt === undefined
  useEffect(followCurrentDay, [])
  // A ceremony continues when the standings are published, which ends the freeze.
  const [lastFreeze, setFreeze] = useState<Freeze>()
  // What the ceremony began with, so that a later rating does not change places that have been revealed.
  const [ceremony, setCeremony] = useState<Ceremony>()
  const isOfFreeze = lastFreeze?.run === run && lastFreeze.frozenAt === frozenAt
  if (isKnown && frozen && frozenAt !== null && !isOfFreeze) {
    const next = { run, frozenAt }
    setFreeze(next)
    setCeremony(loadCeremony(next))
  }
  const freeze = isKnown && lastFreeze?.run === run ? lastFreeze : undefined
  const isUnderWay = freeze !== undefined && frozen && ceremony !== undefined
  return { isKnown, hasFailed, freeze, ceremony, setCeremony, isPublished: !frozen, isUnderWay }
}

type ContentProps = ReturnType<typeof useCeremony>

const Content = ({ isKnown, hasFailed, freeze, ceremony, setCeremony, isPublished }: ContentProps) => {
  if (!isKnown && hasFailed)
    return (
      <Card padding="none">
        <ErrorState title={t('common.currentDayFailed')} onRetry={reloadCurrentDay}>
          {t('adminReveal.tryLater')}
        </ErrorState>
      </Card>
    )
  if (!isKnown) return <Loading />
  if (!freeze) return <NotFrozen />
  const change = (next: Ceremony) => {
    setCeremony(next)
    storeCeremony(freeze, next)
  }
  if (!ceremony) return <Start key={freeze.frozenAt} freeze={freeze} onBegin={change} />
  const onStep = (step: number) => change({ ...ceremony, step })
  return <CeremonyStage {...ceremony} onStep={onStep} isPublished={isPublished} />
}

const Loading = () => <SkeletonRows inCard label={t('adminReveal.loading')} />

const NotFrozen = () => {
  const { frozenAt, timeZone } = useCurrentDay()
  const now = useServerNow(60_000)
  return (
    <EmptyState
      inCard
      title={t('serverTexts.notFrozen')}
      text={
        frozenAt === null
          ? t('adminReveal.noFreezeText')
          : t('adminReveal.freezesLater', { when: formatChallengeStart(frozenAt, timeZone, now) })
      }
      link={{ to: paths.admin.settings, children: t('common.settings') }}
    />
  )
}

const Start = ({ freeze, onBegin }: { freeze: Freeze; onBegin: (ceremony: Ceremony) => void }) => (
  <Loaded
    view={useLiveData(revealedStandings, freeze)}
    loading={<Loading />}
    failed={t('common.standingsFailed')}
    inCard="flush"
  >
    {(standings) => {
      const count = finalStandings(standings).length
      if (count === 0) return <EmptyState inCard title={t('adminReveal.nobody')} />
      return <CeremonyStart count={count} onBegin={(stops) => onBegin({ standings, stops, step: 0 })} />
    }}
  </Loaded>
)

/**
 * Asks with which place the ceremony begins: nobody wants to press a key for each of 500 participants. `count`: the number of participants,
 * at least 1.
 */
const CeremonyStart = ({ count, onBegin }: { count: number; onBegin: (places: number) => void }) => {
  // The ceremony stops at twenty places unless the admin chooses another number.
  const [typed, setTyped] = useState(String(Math.min(count, 20)))
  const [error, setError] = useState<string>()
  const limits = { first: 1, last: count }
  return (
    <Card as="section" padding="large" className={css.start} aria-label={t('adminReveal.title')}>
      <p className={css.intro}>{t('adminReveal.intro', { count })}</p>
      <form
        noValidate
        className={layout.stack20}
        onSubmit={(event) => {
          event.preventDefault()
          const places = Number(typed)
          if (Number.isInteger(places) && places >= 1 && places <= count) onBegin(places)
          else setError(t('adminReveal.beginError', limits))
        }}
      >
        <Field
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          label={t('adminReveal.beginWith')}
          hint={t('adminReveal.beginHint', limits)}
          error={error}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" kind="primary" size="large" icon={<Play />}>
          {t('adminReveal.begin')}
        </Button>
      </form>
    </Card>
  )
}

/** Leaves for the settings, also with Escape. A ceremony that is under way ends, so a question comes before. */
function useLeave(isUnderWay: boolean) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => {
    forgetCeremony()
    void navigate(paths.admin.settings)
  }
  const onLeave = () => (isUnderWay ? setIsAsking(true) : leave())
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  return { isAsking, setIsAsking, onLeave, leave }
}
