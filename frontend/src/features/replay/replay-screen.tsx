// The screen of the replay: the leaderboard at the end of each day, with play, pause and a slider, and what plays it: which day is shown, its
// board, which is loaded before its turn, and the step to the next day every second.

import type { BoardEntry, BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { defaultScoring, maxPoints } from '@thirty/contracts/leaderboard/scoring.ts'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths, usePageTitle, useSearchParams } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FrozenMark, ImportedBanner } from '../../shared/challenge/challenge-marks.tsx'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, YouBadge, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../shared/ui/display/marks.tsx'
import { EmptyState, Loaded, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { t, formatPoints, formatNumber } from '../../shared/i18n/t.ts'
import { DayStepper } from '../../shared/challenge/day-stepper.tsx'
import { formatChallengeDate } from '../../shared/ui/display/time.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { Avatar, People, PersonName } from '../../shared/people/people.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, useLast, useLiveData } from '../../shared/live/live-data.ts'
import { useAfter } from '../../shared/ui/use-after.ts'
import frames from '../../shared/styles/frames.module.css'
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
      {!isLoaded && <SkeletonRows inCard label={t('replay.loadingReplay')} />}
      {isLoaded && !started && (
        <EmptyState
          inCard
          title={t('replay.notStarted')}
          text={t('replay.notStartedText')}
          link={{ to: paths.leaderboard, children: t('common.leaderboard') }}
        />
      )}
      {/* The days of another run have other boards. */}
      {isLoaded && started && <Player key={run} lastDay={day} run={run} />}
    </div>
  )
}

const Player = ({ lastDay, run }: { lastDay: number; run: number }) => {
  const replay = useReplay(lastDay, run)
  const { day, board, view } = replay
  usePageTitle(t('replay.dayOfReplay', { day }))
  const rows = (shown: DayBoard) => (
    <Card padding="none" className={css.board}>
      <ReplayRows board={shown} day={shown.day} />
    </Card>
  )
  return (
    <>
      <FrozenMark />
      {board?.imported === true && <ImportedBanner />}
      <ReplayControls replay={replay} lastDay={lastDay} />
      <Loaded
        view={view}
        loading={board ? rows(board) : <SkeletonRows inCard label={t('replay.loadingReplay')} />}
        failed={t('common.dayFailed', { day })}
        inCard="flush"
      >
        {rows}
      </Loaded>
    </>
  )
}

/** Play, pause, a slider over the days, and the figures of the shown day. */
const ReplayControls = ({ replay, lastDay }: { replay: ReturnType<typeof useReplay>; lastDay: number }) => {
  const { day, view, board, isPlaying, goTo } = replay
  const { startsAt, timeZone } = useCurrentDay()
  return (
    <Card as="section" aria-label={t('replay.replay')}>
      <div className={css.head}>
        <p className={css.day}>
          <strong className={css.number}>{t('common.day', { day })}</strong>
          {startsAt !== null && <span>{formatChallengeDate(startsAt, day, timeZone)}</span>}
        </p>
        {board && (
          <DescriptionList
            className={css.figures}
            valueClass={css.figure}
            entries={[
              [t('common.participantsUnit'), formatNumber(board.stats.totalUsers)],
              [t('common.projectsSubject'), formatNumber(board.stats.totalSubmissions)],
              [t('common.pointsUnit'), formatPoints(board.stats.totalPoints)],
            ]}
          />
        )}
      </div>
      <div className={css.controls}>
        <Button
          kind="primary"
          icon={isPlaying ? <Pause /> : <Play />}
          onClick={isPlaying ? replay.pause : replay.play}
        >
          {t(isPlaying ? 'replay.pause' : 'replay.play')}
        </Button>
        <DayStepper day={day} lastDay={lastDay} leader={view.data?.data[0]?.name} onDay={goTo} />
        <ShareButton title={t('common.leaderboardOfDay', { day })} path={paths.replayOfDay(day)} />
      </div>
    </Card>
  )
}

/** The participants with a project at the end of a day. Bars compare their points with the most that anybody can have. */
export const ReplayRows = ({ board, day }: { board: BoardResponse; day: number }) => {
  const rows = board.data.filter(({ projectsSubmitted }) => projectsSubmitted > 0)
  const list = useRankFlip<HTMLOListElement>({ order: rows.map(({ id }) => id) })
  const { you } = board
  const most = maxPoints(board.scoring?.weights ?? defaultScoring.weights)
  const isBelow = you !== null && you.projectsSubmitted > 0 && !rows.some(({ id }) => id === you.id)
  if (rows.length === 0) return <EmptyState title={t('replay.nobody', { day })} />
  return (
    <People of={isBelow ? [...rows, you] : rows}>
      <ol className={css.rows} ref={list} aria-label={t('replay.topTen', { day })}>
        {rows.map((row) => (
          <ReplayRow key={row.id} row={row} most={most} />
        ))}
      </ol>
      {isBelow && (
        <ol className={css.you} aria-label={t('replay.yourRow')}>
          <ReplayRow row={you} most={most} />
        </ol>
      )}
    </People>
  )
}

const ReplayRow = ({ row, most }: { row: BoardEntry; most: number }) => (
  <li data-flip-id={row.id} data-you={row.isCurrentUser || undefined} className={css.row} value={row.rank}>
    <span className={css.rank}>{row.rank}</span>
    <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
    <span className={css.who}>
      <span className={css.name}>
        <FullText
          as="strong"
          dir="auto"
          focusable={false}
          className={css.words}
          text={<PersonName person={row} />}
        />
        {row.isCurrentUser && <YouBadge />}
        {row.movement !== null && row.movement !== 0 && <RankChange change={row.movement} />}
      </span>
      <span className={css.track} aria-hidden="true">
        <span className={css.bar} style={{ '--share': row.totalPoints / most }} />
      </span>
    </span>
    <strong className={css.points}>{formatPoints(row.totalPoints)}</strong>
  </li>
)

/** How long each day is shown, in ms: thirty days take thirty seconds. */
const dayMs = 1000
/** Boards that are loaded before their turn, so that the replay does not wait for the network. */
const daysAhead = 3
const rowCount = 10

type DayBoard = BoardResponse & { day: number }

/** The board of a day that has ended does not change; the board of the last day does until midnight, and is then loaded again. */
const boards = liveData<DayBoard, { run: number; day: number; isOver: boolean }>({
  load: async ({ day }, signal) => {
    const query = { at: `day:${day}`, limit: rowCount }
    return { ...(await request('GET', '/api/leaderboard/leaderboard', { query, signal })), day }
  },
  failedText: t('common.tryLater'),
  isFinal: ({ isOver }) => isOver,
})

/**
 * Plays the boards at the end of day 1 to `lastDay`, a second each. A day stays until the next one has been loaded. `run` is
 * the run of the challenge: after a reset or restore, the days have other boards.
 */
function useReplay(lastDay: number, run: number) {
  const [parameters, setParameters] = useSearchParams()
  const [isPlaying, setPlaying] = useState(false)
  const requested = Number(parameters.get('day'))
  const day = Number.isInteger(requested) && requested >= 1 ? Math.min(requested, lastDay) : lastDay
  const view = useLiveData(boards, { run, day, isOver: day < lastDay })

  // Rendered at once, so that the next press begins with this day.
  const show = (next: number) =>
    setParameters({ day: String(next) }, { replace: true, preventScrollReset: true, flushSync: true })

  useEffect(() => {
    const entryOf = (shown: number) => boards.at({ run, day: shown, isOver: shown < lastDay })
    const { state, reload } = entryOf(day).getState()
    // It could not be loaded before its turn.
    if (state === 'failed') reload()
    const count = Math.max(0, Math.min(daysAhead, lastDay - day))
    const stops = Array.from({ length: count }, (_, index) =>
      entryOf(day + 1 + index).subscribe(() => undefined),
    )
    return () => stops.forEach((stop) => stop())
  }, [day, lastDay, run])

  const showNext = () => (day < lastDay ? show(day + 1) : setPlaying(false))
  useAfter(isPlaying && view.data ? dayMs : undefined, showNext, day)

  return {
    /** The shown day; the URL contains it. */
    day,
    view,
    /** The board at the end of the last day that has been loaded. */
    board: useLast(view.data),
    isPlaying: isPlaying && view.state !== 'failed',
    pause: () => setPlaying(false),
    play: () => {
      // A replay that has ended begins again.
      if (day === lastDay) show(1)
      setPlaying(true)
    },
    /** Shows a day and stops playing. */
    goTo: (next: number) => {
      setPlaying(false)
      show(next)
    },
  }
}
