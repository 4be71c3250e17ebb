import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { StripLegend } from '../../shared/pictures/strip-legend.tsx'
import layout from '../../shared/styles/layout.module.css'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/card.tsx'
import { SkeletonRows } from '../../shared/ui/skeleton.tsx'
import { EmptyState, NoMatch } from '../../shared/ui/states.tsx'
import type { BoardView } from './api.ts'
import { BoardHeader } from './board-header.tsx'
import { BoardRows } from './board-rows.tsx'
import type { Board } from './board.ts'
import { followBoard, useBoard } from './board-store.ts'
import { BoardTools } from './board-tools.tsx'
import { useBoardView } from './board-view.ts'
import { JustNow } from './just-now.tsx'
import { RankCard } from './rank-card.tsx'
import { UnreachableBoard } from './unreachable-board.tsx'
import { useSpokenNews } from './use-spoken-news.ts'
import css from './leaderboard-screen.module.css'

export const LeaderboardScreen = () => {
  const [view, onView] = useBoardView()
  const { sort, order, search, around } = view
  const screen = useBoard((store) => store.screen)
  const open = useBoard((store) => store.open)
  const podium = useRef<HTMLDivElement>(null)
  useEffect(() => followBoard(), [])
  useEffect(() => void open({ sort, order, search, around }), [open, sort, order, search, around])
  useSpokenNews()

  const board = screen.state === 'ready' ? screen.board : undefined
  return (
    <>
      <BoardHeader board={board} podiumRef={podium} />
      <div className={`${layout.page} ${css.columns}`}>
        <section className={css.main} aria-labelledby="standings">
          <h2 id="standings" className={layout.visuallyHidden}>
            Standings
          </h2>
          {screen.state === 'failed' ? (
            <UnreachableBoard message={screen.message} onRetry={() => void open(view)} />
          ) : (
            <>
              <BoardTools view={view} onChange={onView} />
              {screen.state === 'loading' && (
                <Card padding="none">
                  <SkeletonRows />
                </Card>
              )}
              {screen.state === 'empty' && <NobodyYet />}
              {board && <Rows board={board} view={view} onView={onView} podium={podium} />}
            </>
          )}
        </section>
        <aside className={css.side} aria-label="More about the board">
          {board && <RankCard board={board} />}
          <JustNow />
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

type RowsProps = Parameters<typeof BoardRows>[0] & { board: Board; view: BoardView }

const Rows = (props: RowsProps) => {
  const { board, view, onView } = props
  if (board.rows.length > 0) {
    // Another order is another list: what was held back in the old one must not stay.
    return <BoardRows key={`${view.sort} ${view.order} ${view.search} ${view.around}`} {...props} />
  }
  return (
    <Card>
      <NoMatch title="No participant matches" onClear={() => onView({ search: '' })} />
    </Card>
  )
}

const NobodyYet = () => (
  <Card>
    <EmptyState
      title="Nobody is on the board yet"
      action={
        <ButtonLink to={paths.submitProject} kind="primary">
          Submit Project
        </ButtonLink>
      }
    >
      The first project handed in takes the first place.
    </EmptyState>
  </Card>
)
