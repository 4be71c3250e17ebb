// The card with the ranks of the top ten over the last ten days, and the ways to the replay and to past days. Today's ranks come from the
// live board.

import type { BoardHistoryResponse } from '@thirty/contracts/leaderboard/api.ts'
import { ArrowRight, History } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatFirstName } from '../../shared/format/format-name.ts'
import { boardHistory } from '../../shared/leaderboard/live-board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { RankOverTime } from '../../shared/charts/ranks/rank-over-time.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import type { Board } from '../../shared/leaderboard/board.ts'
import type { PastDay } from './board-url.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './rank-history-card.module.css'

const daysShown = 10

export const RankHistoryCard = ({ board, past }: { board: Board; past: PastDay }) => {
  const view = useLiveData(boardHistory)
  const { day, started } = useCurrentDay()
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
        {view.data && <HistoryChart history={view.data} board={board} day={started ? day : undefined} />}
      </div>
      {started && day > 1 && (
        <p className={css.past}>
          <Link to={paths.replay} className={layout.nextLink}>
            {t('common.replay')}
            <ArrowRight size={16} />
          </Link>
          <Button size="small" icon={<History />} onClick={() => past.goTo(past.lastPastDay)}>
            {t('leaderboard.pastDays')}
          </Button>
        </p>
      )}
    </SectionCard>
  )
}

type HistoryChartProps = { history: BoardHistoryResponse; board: Board; day: number | undefined }

const HistoryChart = ({ history, board, day }: HistoryChartProps) => {
  // Before the start, the dates of the history are not days of the challenge.
  const count = day === undefined ? 0 : Math.min(daysShown, history.dates.length, day)
  if (day === undefined || count < 2) return <p className={css.quiet}>{t('leaderboard.linesFromDay2')}</p>
  const days = Array.from({ length: count }, (_, index) => day - count + 1 + index)
  return <RankOverTime days={days} people={rankHistories(history, board, count)} />
}

/** Returns the ranks of each participant on the last `count` days. Today's rank comes from the board. */
function rankHistories(
  { lines }: BoardHistoryResponse,
  { rows, topThree }: Pick<Board, 'rows' | 'topThree'>,
  count: number,
) {
  const ranksById = new Map([...topThree, ...rows].map((row) => [row.id, row.rank]))
  return lines.map((line) => {
    const { id, isCurrentUser, ranks } = line
    const currentRank = ranksById.get(id) ?? ranks.at(-1) ?? null
    return {
      id,
      name: formatFirstName(line),
      ranks: [...ranks.slice(-count, -1), currentRank],
      isYou: isCurrentUser,
      isLeader: currentRank === 1 && !isCurrentUser,
    }
  })
}
