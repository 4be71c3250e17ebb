import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { progress, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { Folder, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { paths } from '../../../app/paths.ts'
import { ChallengeEnd } from '../../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../../shared/challenge/day-marks.ts'
import { Podium } from '../../../shared/charts/ranks/podium.tsx'
import { formatPointsBehind } from '../../../shared/format/format-points.ts'
import layout from '../../../shared/styles/layout.module.css'
import { BackLink } from '../../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { ConnectionPill } from '../../../shared/ui/feedback/connection-pill.tsx'
import { abbreviateNumber } from '../../../shared/format/abbreviate-number.ts'
import { dateFormat } from '../../../shared/i18n/locale.ts'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import { Stat } from '../../../shared/ui/display/stat.tsx'
import { useConnectionPill } from '../../../shared/live/use-connection-pill.ts'
import { ByLayout } from '../../../shared/ui/by-layout.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { gapToNextRank } from '../../../shared/leaderboard/board.ts'
import type { Board } from '../../../shared/leaderboard/board.ts'
import { isDemoRow } from '../fallback/demo-board.ts'
import { boardStore } from '../board-store.ts'
import { FullText } from '../../../shared/ui/controls/full-text.tsx'
import css from './board-header.module.css'

type BoardHeaderProps = {
  /** Undefined until it is loaded. */
  board: Board | undefined
  /** The rows of ranks 1 to 3; undefined if they are not known. */
  topThree: readonly BoardRow[] | undefined
  podiumRef?: Ref<HTMLDivElement>
}

/** Title, connection state, progress of the challenge, totals and podium. */
export const BoardHeader = ({ board, topThree, podiumRef }: BoardHeaderProps) => {
  const wide = useWideLayout()
  return (
    <>
      <header className={css.header} data-field>
        <div className={`${layout.page} ${css.inside}`}>
          <div className={css.words}>
            <ByLayout wide={<Back />} narrow={null} />
            <Title board={board} />
            <ByLayout wide={<ChallengeProgress wide />} narrow={<ChallengeProgress wide={false} />} />
            <ByLayout
              wide={
                <>
                  <div className={css.totals}>{board && <Totals board={board} />}</div>
                  <Actions />
                </>
              }
              narrow={null}
            />
          </div>
          <div className={css.podium} ref={podiumRef}>
            <Podium
              places={topThree?.map((row) => podiumPlace(row, wide))}
              {...(board?.you && { you: board.you.id })}
            />
          </div>
        </div>
      </header>
      <ByLayout wide={null} narrow={<PhoneTotals board={board} />} />
    </>
  )
}

const Back = () => <BackLink to={paths.dashboard} label="Dashboard" className={css.back} />

const Actions = () => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <div className={css.actions}>
      {!ended && (
        <ButtonLink to={paths.submitProject} kind="today" icon={<Plus aria-hidden="true" />}>
          Submit Project
        </ButtonLink>
      )}
      <ButtonLink to={paths.myProjects} kind="field-outline" icon={<Folder aria-hidden="true" />}>
        My Projects
      </ButtonLink>
    </div>
  )
}

const podiumPlace = (row: BoardRow, wide: boolean) => ({
  id: row.id,
  name: row.name,
  shortName: wide ? undefined : row.name.split(' ')[0],
  image: row.avatar,
  points: row.totalPoints,
  linked: !isDemoRow(row),
})

const Title = ({ board }: { board: Board | undefined }) => {
  const { connection, ...pill } = useConnectionPill(boardStore)
  return (
    <div className={css.title}>
      <h1>Leaderboard</h1>
      {board && connection && <ConnectionPill connection={connection} {...pill} />}
      {board && connection && connection.state !== 'live' && (
        <span className={css.asOf}>
          as of {dateFormat({ timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(board.asOf))}
        </span>
      )}
    </div>
  )
}

const ChallengeProgress = ({ wide }: { wide: boolean }) => {
  const { day, endsAt, started, ended, timeZone } = useCurrentDay()
  const percent = Math.round(progress(day).percent)
  return (
    <div className={css.progress}>
      <SlashProgress
        total={totalDays}
        done={ended ? day : day - 1}
        {...(started && !ended && { highlight: day })}
        heights={difficultyHeights}
        height={wide ? 38 : 30}
        label="Challenge"
        valueText={ended ? 'The challenge has ended' : `Day ${day} of ${totalDays}, ${percent} percent done`}
      />
      <p className={css.captions}>
        <span>
          Day {day} of {totalDays}
        </span>
        {!ended && <span>{wide ? `${percent}% of the challenge done` : `${percent}% done`}</span>}
      </p>
      {/* An empty line until the end is known, so that what is below does not jump. */}
      <p className={css.end}>{endsAt ? <ChallengeEnd {...{ endsAt, ended, timeZone }} /> : '\u00a0'}</p>
    </div>
  )
}

const Totals = ({ board }: { board: Board }) => {
  const { totalUsers, totalSubmissions, totalPoints, joinedThisWeek, submissionsToday } = board.totals
  const gap = gapToNextRank(board)
  const rank = shownRank(board)
  return (
    <>
      <Stat
        label="Total Users"
        value={totalUsers}
        context={`${joinedThisWeek.toLocaleString('en')} joined this week`}
      />
      <Stat
        label="Total Submissions"
        value={totalSubmissions}
        context={`${submissionsToday.toLocaleString('en')} today`}
      />
      <Stat label="Total Points" value={totalPoints} context="all participants" />
      <Stat
        label="Your Rank"
        value={rank ?? '–'}
        unit={rank === undefined ? undefined : `of ${totalUsers.toLocaleString('en')}`}
        context={formatOwnContext(board, gap)}
      />
    </>
  )
}

/** Returns the user's rank; undefined while nobody has points, because then nobody is in the lead. */
const shownRank = ({ you }: Board): number | undefined =>
  you === null || (you.rank === 1 && you.totalPoints === 0) ? undefined : you.rank

function formatOwnContext({ you }: Board, gap: ReturnType<typeof gapToNextRank>): string {
  if (you === null) return 'not ranked'
  if (you.rank === 1) return you.totalPoints > 0 ? 'in the lead' : 'no points yet'
  return gap ? formatPointsBehind(gap.points, `${you.rank - 1}`) : ''
}

/** Has its place before the board is loaded, so that the list below does not jump. */
const PhoneTotals = ({ board }: { board: Board | undefined }) => (
  <dl className={css.strip}>
    <PhoneTotal label="Users" value={board?.totals.totalUsers} />
    <PhoneTotal label="Submissions" value={board?.totals.totalSubmissions} />
    <PhoneTotal label="Points" value={board && Math.round(board.totals.totalPoints)} />
    <PhoneTotal label="Your rank" value={board && shownRank(board)} />
  </dl>
)

const PhoneTotal = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <FullText
      as="dd"
      className={css.figure}
      text={value !== undefined && abbreviateNumber(value) ? value.toLocaleString('en') : undefined}
    >
      {value === undefined ? '–' : (abbreviateNumber(value) ?? value.toLocaleString('en'))}
    </FullText>
  </div>
)
