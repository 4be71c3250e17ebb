import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import type { BoardFilter } from './api.ts'
import { BoardHeader } from './header/board-header.tsx'
import { BoardRows } from './list/board-rows.tsx'
import type { Board } from './board.ts'
import { followBoard, useBoard } from './board-store.ts'
import { BoardToolbar } from './header/board-toolbar.tsx'
import { useBoardFilter } from './board-filter.ts'
import { RecentActivity } from './activity/recent-activity.tsx'
import { RankHistoryCard } from './rank-history-card.tsx'
import { FallbackBoard } from './fallback/fallback-board.tsx'
import { useActivityAnnouncements } from './activity/use-activity-announcements.ts'
import css from './leaderboard-screen.module.css'

export const LeaderboardScreen = () => {
  const [filter, onFilter] = useBoardFilter()
  const { sort, order, search, around } = filter
  const screen = useBoard((store) => store.screen)
  const load = useBoard((store) => store.load)
  const podiumRef = useRef<HTMLDivElement>(null)
  useEffect(() => followBoard(), [])
  useEffect(() => void load({ sort, order, search, around }), [load, sort, order, search, around])
  useActivityAnnouncements()

  const board = screen.state === 'ready' ? screen.board : undefined
  return (
    <>
      <BoardHeader board={board} podiumRef={podiumRef} />
      <div className={`${layout.page} ${css.columns}`}>
        <section className={css.main} aria-labelledby="standings">
          <h2 id="standings" className={hidden.visuallyHidden}>
            Standings
          </h2>
          {screen.state === 'failed' ? (
            <FallbackBoard message={screen.message} onRetry={() => void load(filter)} />
          ) : (
            <>
              <BoardToolbar filter={filter} onChange={onFilter} />
              {screen.state === 'loading' && (
                <Card padding="none">
                  <SkeletonRows />
                </Card>
              )}
              {screen.state === 'empty' && <EmptyBoard />}
              {board && <Rows board={board} filter={filter} onFilter={onFilter} podium={podiumRef} />}
            </>
          )}
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

type RowsProps = Parameters<typeof BoardRows>[0] & { board: Board; filter: BoardFilter }

const Rows = (props: RowsProps) => {
  const { board, filter, onFilter } = props
  if (board.rows.length > 0) {
    // Another filter mounts a new list: the frozen rows of the previous list must not stay.
    return <BoardRows key={`${filter.sort} ${filter.order} ${filter.search} ${filter.around}`} {...props} />
  }
  return (
    <Card>
      <NoMatches title="No participant matches" onClear={() => onFilter({ search: '' })} />
    </Card>
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
