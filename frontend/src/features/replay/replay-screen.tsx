// The leaderboard at the end of each day, played at one day per second.

import { paths } from '../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { ImportedBanner } from '../../shared/challenge/imported-notice.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import frames from '../../shared/styles/frames.module.css'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ReplayControls } from './replay-controls.tsx'
import { ReplayRows } from './replay-rows.tsx'
import { useReplay } from './use-replay.ts'
import css from './replay-screen.module.css'

export const ReplayScreen = () => {
  const { started, day, run, isLoaded } = useCurrentDay()
  return (
    <div className={`${frames.page} ${css.page}`}>
      <BackLink to={paths.leaderboard} label={t('common.leaderboard')} />
      <header>
        <h1>{t('common.replay')}</h1>
        <p className={css.intro}>{t('replay.intro')}</p>
      </header>
      {!isLoaded && (
        <Card padding="none">
          <SkeletonRows label={t('replay.loadingReplay')} />
        </Card>
      )}
      {isLoaded && !started && <NotStarted />}
      {/* The days of another run have other boards. */}
      {isLoaded && started && <Player key={run} lastDay={day} run={run} />}
    </div>
  )
}

const NotStarted = () => (
  <Card>
    <EmptyState
      title={t('replay.notStarted')}
      action={<ButtonLink to={paths.leaderboard}>{t('common.leaderboard')}</ButtonLink>}
    >
      {t('replay.notStartedText')}
    </EmptyState>
  </Card>
)

const Player = ({ lastDay, run }: { lastDay: number; run: number }) => {
  const replay = useReplay(lastDay, run)
  const { board, failure } = replay
  usePageTitle(t('replay.dayOfReplay', { day: replay.day }))
  return (
    <>
      <FrozenMark />
      {board?.imported === true && <ImportedBanner />}
      <ReplayControls replay={replay} lastDay={lastDay} />
      {failure !== undefined && (
        <Card padding="none">
          <ErrorState title={t('common.dayFailed', { day: replay.day })} onRetry={replay.retry}>
            {failure}
          </ErrorState>
        </Card>
      )}
      {failure === undefined && (
        <Card padding="none" className={css.board}>
          {board === undefined ? (
            <SkeletonRows label={t('replay.loadingReplay')} />
          ) : (
            <ReplayRows board={board} day={replay.shownDay} />
          )}
        </Card>
      )}
    </>
  )
}
