// The screen of the leaderboard: the live one, or that of the end of the day in the URL; a kept one or example data while it cannot be
// loaded.

import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'
import { filterRows, selectTopThree } from '../../shared/leaderboard/board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { SkeletonRows, EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { RecentActivity } from './activity/recent-activity.tsx'
import { BoardPage } from './board-page.tsx'
import { useBoardQuery, usePastDay, type BoardQuery, type PastDay } from './board-url.ts'
import { loadFallback, type Fallback } from './fallback.ts'
import { BoardHeader } from './header/board-header.tsx'
import { cacheShownBoard, leaderboard } from './leaderboard.ts'
import { rowClasses, useBoardRow } from './list/board-row.tsx'
import { LiveBoardTable } from './list/live-board-table.tsx'
import { RankHistoryCard } from './rank-history-card.tsx'

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

const LiveBoard = ({ query, past }: { query: BoardQuery; past: PastDay }) => {
  const { sort, order, search, around } = query.filter
  const view = useLiveData(leaderboard, { sort, order, search, around })
  const { data: board } = view
  const podiumRef = useRef<HTMLDivElement>(null)
  useEffect(() => cacheShownBoard({ sort, order, search, around }), [sort, order, search, around])

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
      notices={
        <>
          <ImportedNotice />
          {board?.excluded && (
            <Banner kind="info" title={t('common.excluded')} live>
              {t('leaderboard.excludedText')}
            </Banner>
          )}
        </>
      }
      query={query}
      board={board}
      side={
        <>
          {board && <RankHistoryCard board={board} past={past} />}
          <RecentActivity view={view} />
        </>
      }
    >
      {view.state === 'loading' && (
        <Card padding="none">
          <SkeletonRows />
        </Card>
      )}
      {view.state === 'failed' && fallback && (
        <FallbackBoard fallback={fallback} error={view.error} onRetry={view.reload} query={query} />
      )}
      {isEmpty && <EmptyBoard />}
      {board && !isEmpty && <LiveBoardTable board={board} view={view} query={query} podium={podiumRef} />}
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

type FallbackBoardProps = { fallback: Fallback; error: unknown; onRetry: () => void; query: BoardQuery }

/** Why the board cannot be loaded, and the cached board or labelled example data. */
const FallbackBoard = ({ fallback: { board, isDemo }, error, onRetry, query }: FallbackBoardProps) => (
  <div>
    <Banner
      kind="danger"
      live
      action={
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {errorMessage(error, t('leaderboard.loadFailed'))}
    </Banner>
    <Banner kind="info" {...(isDemo && { title: t('leaderboard.demoData') })}>
      {isDemo
        ? t('leaderboard.demoText')
        : t.rich('leaderboard.cachedText', { time: () => <Time at={board.asOf} /> })}
    </Banner>
    <DataTable
      label={t('common.standings')}
      view={{ state: 'ready', rows: filterRows(board.rows, query.filter) }}
      definition={useBoardRow()}
      classes={rowClasses}
      holds="nothing"
      empty={<NoMatches title={t('common.noMatch')} onClear={() => query.onFilter({ search: '' })} />}
    />
  </div>
)
