// The leaderboard as it was at the end of a day. It does not change, and rows have no details, because details show the current state.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { DayStepper } from '../../../shared/challenge/day-stepper.tsx'
import { formatChallengeDate } from '../../../shared/ui/display/time.tsx'
import { ImportedBanner } from '../../../shared/challenge/challenge-marks.tsx'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { t } from '../../../shared/i18n/t.ts'
import { fetchBoardPage, loadBoard } from '../../../shared/leaderboard/live-board.ts'
import { appendPage, type Board, type BoardFilter } from '../../../shared/leaderboard/board.ts'
import { liveData, useLast, useLiveData } from '../../../shared/live/live-data.ts'
import { usePageTitle, paths } from '../../../shared/navigation/router.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../../shared/ui/controls/share-button.tsx'
import { Card } from '../../../shared/ui/display/surfaces.tsx'
import { EmptyState, SkeletonRows } from '../../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx'
import { BoardPage, useBoardQuery, usePastDay } from '../board-page.tsx'
import { BoardHeader } from '../header/board-header.tsx'
import { BoardTable } from '../list/board-table.tsx'
import layout from '../../../shared/styles/layout.module.css'
import css from './past-board.module.css'

export const PastBoard = ({ day }: { day: number }) => {
  const { filter } = useBoardQuery()
  const run = useCurrentDay((challenge) => challenge.run)
  const view = useLiveData(pastBoards, { day, run, filter })
  const board = useLast(view.data)
  const isPrevious = view.data === undefined
  // The day ended before anything was recorded: an admin may set the start of the challenge to an earlier day.
  const isBeforeLog = view.error instanceof RequestFailed && view.error.code === 'invalid-fields'
  usePageTitle(t('common.leaderboardOfDay', { day }))
  return (
    <BoardPage
      header={<BoardHeader board={board} topThree={board?.topThree} pastDay={day} />}
      notices={
        <>
          {board?.imported && <ImportedBanner />}
          <TimeTravel day={day} leader={isPrevious ? undefined : board?.topThree[0]?.name} />
        </>
      }
      board={board}
    >
      {view.state === 'failed' && (
        <Card padding="none">
          {isBeforeLog ? (
            <EmptyState title={t('leaderboard.nobodyOnDay', { day })} />
          ) : (
            <ErrorState title={t('common.dayFailed', { day })} onRetry={view.reload}>
              {view.message || t('common.tryLater')}
            </ErrorState>
          )}
        </Card>
      )}
      {view.state === 'loading' && board === undefined && <SkeletonRows inCard />}
      {view.state !== 'failed' && board !== undefined && (
        <div aria-busy={isPrevious} className={css.standings}>
          <BoardTable {...{ board, view }} pastDay={day} />
        </div>
      )}
    </BoardPage>
  )
}

/** Says which day is shown, and leads to others: today is live. */
const TimeTravel = ({ day, leader }: { day: number; leader: string | undefined }) => {
  const { lastPastDay, goTo, goLive } = usePastDay()
  const { startsAt, timeZone } = useCurrentDay()
  return (
    <Card as="section" aria-label={t('leaderboard.timeTravel')}>
      <div className={css.head}>
        <p className={css.words}>
          <strong>{t('leaderboard.endOfDay', { day })}</strong>
          {startsAt !== null && <span>{formatChallengeDate(startsAt, day, timeZone)}</span>}
        </p>
        <span className={layout.cluster8}>
          <ShareButton
            size="small"
            title={t('common.leaderboardOfDay', { day })}
            path={paths.leaderboardOfDay(day)}
          />
          <Button kind="primary" size="small" onClick={goLive}>
            {t('leaderboard.backToLive')}
          </Button>
        </span>
      </div>
      <div className={css.days}>
        <DayStepper day={day} lastDay={Math.min(totalDays, lastPastDay + 1)} leader={leader} onDay={goTo} />
      </div>
    </Card>
  )
}

type PastKey = {
  day: number
  /** After a reset or restore, the days have other standings. */
  run: number
  filter: BoardFilter
}

const pageOf = ({ day }: PastKey, signal: AbortSignal) => ({ at: `day:${day}`, limit: 100, signal })

/** The standings at the end of a day, page by page. A day that has ended does not change, so each is loaded once. */
const pastBoards = liveData<Board, PastKey>({
  load: (key, signal) => loadBoard({ ...key.filter, around: 'top' }, pageOf(key, signal), true),
  loadMore: async (key, cursor, signal) => {
    const page = await fetchBoardPage(key.filter, { ...pageOf(key, signal), cursor })
    return (board) => appendPage(board, page)
  },
  isFinal: () => true,
})
