import { useEffect, useMemo, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { BoardHeader } from './header/board-header.tsx'
import { BoardRows } from './list/board-rows.tsx'
import { selectTopThree } from '../../shared/leaderboard/board.ts'
import { boardStore, followBoard } from './board-store.ts'
import { BoardToolbar } from './header/board-toolbar.tsx'
import { useBoardQuery } from './board-filter.ts'
import { RecentActivity } from './activity/recent-activity.tsx'
import { RankHistoryCard } from './rank-history-card.tsx'
import { FallbackBoard, loadFallback } from './fallback/fallback-board.tsx'
import { useActivityAnnouncements } from './activity/use-activity-announcements.ts'
import css from './leaderboard-screen.module.css'

const loadFailedMessage = 'Failed to load leaderboard data. Please try again later.'

export const LeaderboardScreen = () => {
  const query = useBoardQuery()
  const { filter, onFilter } = query
  const { sort, order, search, around } = filter
  const view = boardStore.use((store) => store.view)
  const podiumRef = useRef<HTMLDivElement>(null)
  useEffect(() => followBoard(), [])
  useEffect(() => void boardStore.load({ sort, order, search, around }), [sort, order, search, around])
  useActivityAnnouncements()

  const board = view.state === 'ready' ? view.data : undefined
  const hasFailed = view.state === 'failed'
  // Once for each failure: the example data is random.
  const fallback = useMemo(() => (hasFailed ? loadFallback() : undefined), [hasFailed])
  const isEmpty = board?.rows.length === 0 && search === ''
  return (
    <>
      <BoardHeader
        board={board}
        topThree={
          board?.topThree ?? (fallback?.isDemo === false ? selectTopThree(fallback.board.rows) : undefined)
        }
        podiumRef={podiumRef}
      />
      <div className={`${layout.page} ${css.columns}`}>
        <section className={css.main} aria-labelledby="standings">
          <h2 id="standings" className={hidden.visuallyHidden}>
            Standings
          </h2>
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
              message={errorMessage(view.error, loadFailedMessage)}
              onRetry={() => void boardStore.load(filter)}
              onClear={() => onFilter({ search: '' })}
            />
          )}
          {isEmpty && <EmptyBoard />}
          {board && !isEmpty && <BoardRows board={board} query={query} podium={podiumRef} />}
        </section>
        <aside className={css.side} aria-label="More about the board">
          {board && <RankHistoryCard board={board} />}
          <RecentActivity />
          <Card as="section">
            <CardTitle>Reading the strip</CardTitle>
            <div className={css.legend}>
              <StripLegend />
            </div>
          </Card>
        </aside>
      </div>
    </>
  )
}

const EmptyBoard = () => (
  <Card>
    <EmptyState
      title="Nobody is on the board yet"
      action={
        <ButtonLink to={paths.submitProject} kind="primary">
          Submit Project
        </ButtonLink>
      }
    >
      The first project submitted takes first place.
    </EmptyState>
  </Card>
)
