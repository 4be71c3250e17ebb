import { useEffect, useState } from 'react'
import { X } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { SkipLink } from '../../app/participant-shell/skip-link.tsx'
import { paths } from '../../app/paths.ts'
import { followCurrentDay, useCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatChallengeStart } from '../../shared/format/format-challenge-end.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useNow } from '../../shared/ui/use-now.ts'
import type { Standing } from './ceremony.ts'
import { CeremonyStart } from './ceremony-start.tsx'
import { CeremonyStage } from './ceremony-stage.tsx'
import { fetchStandings } from './fetch-standings.ts'
import { t } from './messages/t.ts'
import css from './reveal-screen.module.css'

type Freeze = { run: number; frozenAt: string }

/** The reveal of the final standings before an audience. Nothing is published before the end, and leaving publishes nothing. */
export const RevealScreen = () => {
  useEffect(() => followCurrentDay('admin'), [])
  useLeaveOnEscape()
  return (
    <div className={css.screen}>
      <SkipLink />
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <ButtonLink to={paths.admin.settings} kind="quiet" icon={<X aria-hidden="true" />}>
          {t('leave')}
        </ButtonLink>
      </header>
      <main id="main" className={css.main}>
        <Content />
      </main>
    </div>
  )
}

const Content = () => {
  const { run, frozen, frozenAt, isLoaded } = useCurrentDay()
  // A ceremony goes on when the standings are published, which ends the freeze.
  const [freeze, setFreeze] = useState<Freeze>()
  if (frozen && frozenAt !== null && (freeze?.run !== run || freeze.frozenAt !== frozenAt))
    setFreeze({ run, frozenAt })
  if (!isLoaded) return <Loading />
  if (freeze?.run !== run) return <NotFrozen />
  return <Ceremony key={freeze.frozenAt} freeze={freeze} isPublished={!frozen} />
}

const Loading = () => (
  <Card padding="none">
    <SkeletonRows label={t('loading')} />
  </Card>
)

const NotFrozen = () => {
  const { frozenAt, timeZone } = useCurrentDay()
  const now = useNow(60_000)
  return (
    <Card>
      <EmptyState
        title={t('noFreeze')}
        action={<ButtonLink to={paths.admin.settings}>{t('settings')}</ButtonLink>}
      >
        {frozenAt === null
          ? t('noFreezeText')
          : t('freezesLater', { when: formatChallengeStart(frozenAt, timeZone, now) })}
      </EmptyState>
    </Card>
  )
}

const Ceremony = ({ freeze: { run, frozenAt }, isPublished }: { freeze: Freeze; isPublished: boolean }) => {
  // What the ceremony began with, so that a later rating does not change places that have been revealed.
  const [standings, setStandings] = useState<readonly Standing[]>()
  const load = useLoadState({
    queryKey: ['reveal-standings', run, frozenAt],
    queryFn: (signal) => fetchStandings(frozenAt, signal),
    fallback: t('tryLater'),
    resyncs: true,
    isAlwaysFresh: true,
  })
  if (standings) return <CeremonyStage standings={standings} isPublished={isPublished} />
  if (load.state === 'loading') return <Loading />
  if (load.state === 'failed')
    return (
      <Card padding="none">
        <ErrorState title={t('notLoaded')} onRetry={load.retry}>
          {load.message}
        </ErrorState>
      </Card>
    )
  if (load.value.length === 0)
    return (
      <Card>
        <EmptyState title={t('nobody')} />
      </Card>
    )
  return (
    <CeremonyStart
      count={load.value.length}
      onBegin={(places) => setStandings(load.value.slice(0, places))}
    />
  )
}

/** Escape leaves without publishing anything. */
function useLeaveOnEscape(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) void navigate(paths.admin.settings)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [navigate])
}
