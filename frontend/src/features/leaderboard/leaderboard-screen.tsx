// The screen of the leaderboard: the live one, or the one at the end of the day in the URL; a kept one or example data while it cannot be
// loaded. Beside the live one is the card with the ranks of the last ten days.

import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { BoardHistoryResponse } from '@thirty/contracts/leaderboard/api.ts'
import { ArrowRight, History } from 'lucide-react'
import { ImportedNotice } from '../../shared/challenge/challenge-marks.tsx'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'
import { formatFirstName } from '../../shared/people/people.tsx'
import { filterRows, selectTopThree, type Board } from '../../shared/leaderboard/board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths, Link } from '../../shared/navigation/router.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { PageLoader } from '../../shared/ui/brand/logo.tsx'
import { SkeletonRows, Skeleton, EmptyState } from '../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { RecentActivity } from './activity/recent-activity.tsx'
import { BoardPage, useBoardQuery, usePastDay } from './board-page.tsx'
import { loadFallback, type Fallback, cacheShownBoard, leaderboard } from './leaderboard.ts'
import { BoardHeader } from './header/board-header.tsx'
import { rowClasses, useBoardRow } from './list/board-row.tsx'
import { LiveBoardTable } from './list/board-table.tsx'
import { useToday } from '../../shared/challenge/current-day.ts'
import { boardHistory } from '../../shared/leaderboard/live-board.ts'
import { RankOverTime } from '../../shared/charts/ranks/rank-over-time.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './leaderboard-screen.module.css'

// Few readers look at the past.
const PastBoard = lazy(async () => ({ default: (await import('./past/past-board.tsx')).PastBoard }))

export const LeaderboardScreen = () => {
  const { day } = usePastDay()
  if (day === undefined) return <LiveBoard />
  return (
    <Suspense fallback={<PageLoader />}>
      <PastBoard day={day} />
    </Suspense>
  )
}

const LiveBoard = () => {
  const { filter } = useBoardQuery()
  const { sort, order, search, around } = filter
  const view = useLiveData(leaderboard, filter)
  const { data: board } = view
  const podiumRef = useRef<HTMLDivElement>(null)
  useEffect(() => cacheShownBoard({ sort, order, search, around }), [sort, order, search, around])

  const hasFailed = view.state === 'failed'
  // Once for each failure: the example data is random.
  const fallback = useMemo(() => (hasFailed ? loadFallback() : undefined), [hasFailed])
  const isEmpty = board?.rows.length === 0 && search === ''
  // The podium has no place to say that its people are an example.
  const kept = fallback?.isDemo === false ? selectTopThree(fallback.board.rows) : undefined
  return (
    <BoardPage
      header={<BoardHeader live={view} {...{ board, podiumRef }} topThree={board?.topThree ?? kept} />}
      notices={
        <>
          <ImportedNotice />
          <Banner kind="info" title={t('common.excluded')} live>
            {board?.excluded && t('leaderboard.excludedText')}
          </Banner>
        </>
      }
      board={board}
      side={
        <>
          {board && <RankHistoryCard board={board} />}
          <RecentActivity view={view} />
        </>
      }
    >
      {view.state === 'loading' && <SkeletonRows inCard />}
      {view.state === 'failed' && fallback && (
        <FallbackBoard {...fallback} error={view.error} onRetry={view.reload} />
      )}
      {isEmpty && (
        <EmptyState
          inCard
          title={t('leaderboard.nobodyYet')}
          text={t('leaderboard.firstPlaceIsOpen')}
          link={{ to: paths.submitProject, kind: 'primary', children: t('common.submitProject') }}
        />
      )}
      {board && !isEmpty && <LiveBoardTable {...{ board, view }} podium={podiumRef} />}
    </BoardPage>
  )
}

type FallbackBoardProps = Fallback & { error: unknown; onRetry: () => void }

/** Why the board cannot be loaded, and the cached board or labelled example data. */
const FallbackBoard = ({ board, isDemo, error, onRetry }: FallbackBoardProps) => {
  const { filter, onFilter } = useBoardQuery()
  return (
    <div>
      <Banner kind="danger" live button={{ onClick: onRetry, children: t('common.retry') }}>
        {errorMessage(error, t('leaderboard.loadFailed'))}
      </Banner>
      <Banner kind="info" {...(isDemo && { title: t('leaderboard.demoData') })}>
        {isDemo
          ? t('leaderboard.demoText')
          : t.rich('leaderboard.cachedText', { time: () => <Time at={board.asOf} /> })}
      </Banner>
      <DataTable
        label={t('common.standings')}
        rows={filterRows(board.rows, filter)}
        definition={useBoardRow()}
        classes={rowClasses}
        holds="nothing"
        noMatch={{ title: t('common.noMatch'), onClear: () => onFilter({ search: '' }) }}
      />
    </div>
  )
}

const daysShown = 10

const RankHistoryCard = ({ board }: { board: Board }) => {
  const { lastPastDay, goTo } = usePastDay()
  const view = useLiveData(boardHistory)
  const today = useToday()
  return (
    <SectionCard title={t('leaderboard.rankOverTime')} end={t('leaderboard.topTen')} padding="medium">
      <div className={css.picture}>
        {view.state === 'loading' && <Skeleton shape="block" height="296px" />}
        {view.state === 'failed' && (
          <p className={css.quiet} role="alert">
            {view.message || t('leaderboard.historyFailed')}{' '}
            <button type="button" onClick={view.reload}>
              {t('common.retry')}
            </button>
          </p>
        )}
        {view.data && <HistoryChart history={view.data} {...{ board, today }} />}
      </div>
      {today > 1 && (
        <p className={css.past}>
          <Link to={paths.replay} className={layout.nextLink}>
            {t('common.replay')}
            <ArrowRight size={16} />
          </Link>
          <Button size="small" icon={<History />} onClick={() => goTo(lastPastDay)}>
            {t('leaderboard.pastDays')}
          </Button>
        </p>
      )}
    </SectionCard>
  )
}

type HistoryChartProps = { history: BoardHistoryResponse; board: Board; today: number }

/** Before the start, when no day is today, the dates of the history are not days of the challenge. */
const HistoryChart = ({ history: { dates, lines }, board, today }: HistoryChartProps) => {
  const count = Math.min(daysShown, dates.length, today)
  if (count < 2) return <p className={css.quiet}>{t('leaderboard.linesFromDay2')}</p>
  const days = Array.from({ length: count }, (_, index) => today - count + 1 + index)
  const ranksById = new Map([...board.topThree, ...board.rows].map((row) => [row.id, row.rank]))
  const people = lines.map((line) => {
    const { id, isCurrentUser, ranks } = line
    // Today's rank comes from the board.
    const currentRank = ranksById.get(id) ?? ranks.at(-1) ?? null
    return {
      id,
      name: formatFirstName(line),
      ranks: [...ranks.slice(-count, -1), currentRank],
      isYou: isCurrentUser,
      isLeader: currentRank === 1 && !isCurrentUser,
    }
  })
  return <RankOverTime days={days} people={people} />
}
