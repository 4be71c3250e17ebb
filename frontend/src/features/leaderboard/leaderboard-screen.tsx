// The leaderboard: live, or at the end of the day in the URL.

import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { BoardHeader } from './header/board-header.tsx'
import { BoardRows } from './list/board-rows.tsx'
import { selectTopThree } from '../../shared/leaderboard/board.ts'
import { leaderboard, cacheShownBoard } from './leaderboard.ts'
import { BoardToolbar } from './header/board-toolbar.tsx'
import { useBoardQuery, type BoardQuery } from './board-filter.ts'
import { BoardPage } from './board-page.tsx'
import { LegendCard } from './legend-card.tsx'
import { usePastDay, type PastDay } from './past/past-day.ts'
import { RecentActivity } from './activity/recent-activity.tsx'
import { RankHistoryCard } from './rank-history-card.tsx'
import { FallbackBoard, loadFallback } from './fallback/fallback-board.tsx'
import { useActivityAnnouncements } from './activity/use-activity-announcements.ts'
import { t } from '../../shared/i18n/t.ts'

// Few readers look at the past.
const PastBoard = lazy(async () => ({ default: (await import('./past/past-board.tsx')).PastBoard }))

export const LeaderboardScreen = () => {
  const query = useBoardQuery()
  const past = usePastDay()
  if (past.day === undefined) return <LiveBoard query={query} past={past} />
  return (
    <Suspense fallback={<PageLoader />}>
      <PastBoard query={query} day={past.day} past={past} />
    </Suspense>
  )
}

type LiveBoardProps = { query: BoardQuery; past: PastDay }

const LiveBoard = ({ query, past }: LiveBoardProps) => {
  const { filter, onFilter } = query
  const { sort, order, search, around } = filter
  const view = useLiveData(leaderboard, { sort, order, search, around })
  const { data: board } = view
  const podiumRef = useRef<HTMLDivElement>(null)
  useEffect(() => cacheShownBoard({ sort, order, search, around }), [sort, order, search, around])
  useActivityAnnouncements()

  const hasFailed = view.state === 'failed'
  // Once for each failure: the example data is random.
  const fallback = useMemo(() => (hasFailed ? loadFallback() : undefined), [hasFailed])
  const isEmpty = board?.rows.length === 0 && search === ''
  return (
    <BoardPage
      header={
        <BoardHeader
          live={view}
          board={board}
          topThree={
            board?.topThree ?? (fallback?.isDemo === false ? selectTopThree(fallback.board.rows) : undefined)
          }
          podiumRef={podiumRef}
        />
      }
      side={
        <>
          {board && <RankHistoryCard board={board} past={past} />}
          <RecentActivity view={view} />
          <LegendCard scoring={board?.scoring} />
        </>
      }
    >
      {board?.excluded && (
        <Banner kind="info" title={t('common.excluded')} live>
          {t('leaderboard.excludedText')}
        </Banner>
      )}
      <BoardToolbar filter={filter} onChange={onFilter} />
      {view.state === 'loading' && (
        <Card padding="none">
          <SkeletonRows />
        </Card>
      )}
      {view.state === 'failed' && fallback && (
        <FallbackBoard
          fallback={fallback}
          filter={filter}
          message={errorMessage(view.error, t('leaderboard.loadFailed'))}
          onRetry={view.reload}
          onClear={() => onFilter({ search: '' })}
        />
      )}
      {isEmpty && <EmptyBoard />}
      {board && !isEmpty && <BoardRows board={board} view={view} query={query} podium={podiumRef} />}
    </BoardPage>
  )
}

const EmptyBoard = () => (
  <Card>
    <EmptyState
      title={t('leaderboard.nobodyYet')}
      action={
        <ButtonLink to={paths.submitProject} kind="primary">
          {t('common.submitProject')}
        </ButtonLink>
      }
    >
      {t('leaderboard.firstPlaceIsOpen')}
    </EmptyState>
  </Card>
)
