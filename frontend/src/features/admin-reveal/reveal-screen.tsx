// The reveal of the final standings before an audience. Nothing is published before the end, and leaving publishes nothing.

import { useCallback, useEffect, useState } from 'react'
import { X } from 'lucide-react'
import { useNavigate } from '../../shared/navigation/router.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { followCurrentDay, useCurrentDay, reloadCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatChallengeStart } from '../../shared/format/format-challenge-end.ts'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { finalStandings, type Standing } from './ceremony.ts'
import { CeremonyStart } from './ceremony-start.tsx'
import { CeremonyStage } from './ceremony-stage.tsx'
import { revealedStandings } from './revealed-standings.ts'
import { forgetCeremony, loadCeremony, storeCeremony, type Ceremony, type Freeze } from './stored-ceremony.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './reveal-screen.module.css'

export const RevealScreen = () => {
  const [isUnderWay, setIsUnderWay] = useState(false)
  const { isAsking, setIsAsking, onLeave, leave } = useLeave(isUnderWay)
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
        <Content onUnderWay={setIsUnderWay} />
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

type ContentProps = {
  /** Called with whether a ceremony has begun that is not published yet. */
  onUnderWay: (isUnderWay: boolean) => void
}

const Content = ({ onUnderWay }: ContentProps) => {
  const { run, frozen, frozenAt, isLoaded, knownAt, hasFailed = false } = useCurrentDay()
  // A reveal from what an earlier visit knew would show the wrong standings.
  const isKnown = isLoaded && knownAt === undefined
  useEffect(() => followCurrentDay('admin'), [])
  // A ceremony continues when the standings are published, which ends the freeze.
  const [freeze, setFreeze] = useState<Freeze>()
  if (isKnown && frozen && frozenAt !== null && (freeze?.run !== run || freeze.frozenAt !== frozenAt))
    setFreeze({ run, frozenAt })
  if (!isKnown && hasFailed)
    return (
      <Card padding="none">
        <ErrorState title={t('common.currentDayFailed')} onRetry={reloadCurrentDay}>
          {t('adminReveal.tryLater')}
        </ErrorState>
      </Card>
    )
  if (!isKnown) return <Loading />
  if (freeze?.run !== run) return <NotFrozen />
  return <Reveal key={freeze.frozenAt} freeze={freeze} isPublished={!frozen} onUnderWay={onUnderWay} />
}

const Loading = () => (
  <Card padding="none">
    <SkeletonRows label={t('adminReveal.loading')} />
  </Card>
)

const NotFrozen = () => {
  const { frozenAt, timeZone } = useCurrentDay()
  const now = useServerNow(60_000)
  return (
    <Card>
      <EmptyState
        title={t('serverTexts.notFrozen')}
        action={<ButtonLink to={paths.admin.settings}>{t('common.settings')}</ButtonLink>}
      >
        {frozenAt === null
          ? t('adminReveal.noFreezeText')
          : t('adminReveal.freezesLater', { when: formatChallengeStart(frozenAt, timeZone, now) })}
      </EmptyState>
    </Card>
  )
}

type RevealProps = ContentProps & { freeze: Freeze; isPublished: boolean }

const Reveal = ({ freeze, isPublished, onUnderWay }: RevealProps) => {
  // What the ceremony began with, so that a later rating does not change places that have been revealed.
  const [ceremony, setCeremony] = useState(() => loadCeremony(freeze))
  const isUnderWay = ceremony !== undefined && !isPublished
  useEffect(() => {
    onUnderWay(isUnderWay)
    return () => onUnderWay(false)
  }, [isUnderWay, onUnderWay])
  const change = (next: Ceremony) => {
    setCeremony(next)
    storeCeremony(freeze, next)
  }
  if (!ceremony)
    return <Start freeze={freeze} onBegin={(standings, stops) => change({ standings, stops, step: 0 })} />
  return (
    <CeremonyStage {...ceremony} onStep={(step) => change({ ...ceremony, step })} isPublished={isPublished} />
  )
}

type StartProps = { freeze: Freeze; onBegin: (standings: readonly Standing[], stops: number) => void }

const Start = ({ freeze, onBegin }: StartProps) => {
  const view = useLiveData(revealedStandings, freeze)
  if (view.state === 'failed')
    return (
      <Card padding="none">
        <ErrorState title={t('common.standingsFailed')} onRetry={view.reload}>
          {view.message}
        </ErrorState>
      </Card>
    )
  if (view.state === 'loading') return <Loading />
  const standings = view.data
  const count = finalStandings(standings).length
  if (count === 0)
    return (
      <Card>
        <EmptyState title={t('adminReveal.nobody')} />
      </Card>
    )
  return <CeremonyStart count={count} onBegin={(stops) => onBegin(standings, stops)} />
}

/** Leaves for the settings, also with Escape. A ceremony that is under way ends, so a question comes before. */
function useLeave(isUnderWay: boolean) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useCallback(() => {
    forgetCeremony()
    void navigate(paths.admin.settings)
  }, [navigate])
  const onLeave = useCallback(() => (isUnderWay ? setIsAsking(true) : leave()), [isUnderWay, leave])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onLeave])
  return { isAsking, setIsAsking, onLeave, leave }
}
