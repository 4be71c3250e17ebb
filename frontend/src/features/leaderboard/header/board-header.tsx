// The top of the leaderboard: title, connection state, progress of the challenge, totals and podium.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { progress, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { Folder, History, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { paths } from '../../../shared/navigation/router.ts'
import { ChallengeEnd } from '../../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../../shared/challenge/day-marks.ts'
import { formatPreciseClockTime } from '../../../shared/ui/display/time.tsx'
import { useLateSince } from '../../../shared/http/response-headers.ts'
import frames from '../../../shared/styles/frames.module.css'
import { BackLink } from '../../../shared/ui/page/page.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button.tsx'
import { SlashProgress } from '../../../shared/ui/progress/slash-bars.tsx'
import { Badge } from '../../../shared/ui/display/surfaces.tsx'
import { Skeleton } from '../../../shared/ui/feedback/states.tsx'
import { Stat, abbreviateNumber } from '../../../shared/ui/display/stat.tsx'
import {
  LiveConnectionPill,
  useShownConnection,
  type PillView,
} from '../../../shared/ui/feedback/live-connection-pill.tsx'
import { ByLayout } from '../../../shared/ui/use-wide-layout.tsx'
import {
  gapToNextRank,
  shownRank,
  type Board,
  formatPointsBehind,
} from '../../../shared/leaderboard/board.ts'
import { t, formatNumber } from '../../../shared/i18n/t.ts'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { Podium } from './podium.tsx'
import css from './board-header.module.css'

type BoardHeaderProps = {
  /** The state of the live board; undefined for the end of a day. */
  live?: PillView
  /** Undefined until it is loaded. */
  board: Board | undefined
  /** The rows of ranks 1 to 3; undefined if they are not known. */
  topThree: readonly BoardRow[] | undefined
  podiumRef?: Ref<HTMLDivElement>
  /** The day at whose end the board is shown; undefined for the live one. */
  pastDay?: number
}

export const BoardHeader = ({ live, board, topThree, podiumRef, pastDay }: BoardHeaderProps) => (
  <>
    <header className={css.header} data-field>
      <div className={`${frames.page} ${css.inside}`}>
        <div className={css.words}>
          <ByLayout wide={<BackLink className={css.back} />} />
          <div className={css.title}>
            <h1>{t('common.leaderboard')}</h1>
            {live && board && <Freshness live={live} asOf={board.asOf} />}
            {pastDay !== undefined && (
              <Badge icon={<History />} label={t('leaderboard.endOfDay', { day: pastDay })} />
            )}
          </div>
          <ByLayout
            wide={
              <>
                <ChallengeProgress wide pastDay={pastDay} />
                <div className={css.totals}>{board && <Totals board={board} />}</div>
                <Actions />
              </>
            }
            narrow={<ChallengeProgress wide={false} pastDay={pastDay} />}
          />
        </div>
        <div className={css.podium} ref={podiumRef}>
          <Podium rows={topThree} you={board?.you?.id} />
        </div>
      </div>
    </header>
    <ByLayout narrow={<PhoneTotals board={board} />} />
  </>
)

const Actions = () => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <div className={css.actions}>
      {!ended && (
        <ButtonLink to={paths.submitProject} kind="today" icon={<Plus />}>
          {t('common.submitProject')}
        </ButtonLink>
      )}
      <ButtonLink to={paths.myProjects} kind="field-outline" icon={<Folder />}>
        {t('common.myProjects')}
      </ButtonLink>
    </div>
  )
}

/** Whether the board is up to date; if not, of when it is. */
const Freshness = ({ live, asOf }: { live: PillView; asOf: string }) => {
  const lateSince = useLateSince()
  const connection = useShownConnection(live)
  if (!connection) return null
  return (
    <>
      <LiveConnectionPill view={live} short={false} />
      {connection.state !== 'live' && (
        <span className={css.asOf}>
          {t('leaderboard.asOf', { time: formatPreciseClockTime(lateSince ?? asOf) })}
        </span>
      )}
    </>
  )
}

const ChallengeProgress = ({ wide, pastDay }: { wide: boolean; pastDay: number | undefined }) => {
  const challenge = useCurrentDay()
  const { endsAt, started, timeZone } = challenge
  const isKnown = challenge.isLoaded || pastDay !== undefined
  const day = pastDay ?? challenge.day
  const ended = pastDay === undefined && challenge.ended
  const percent = Math.round(progress(day).percent)
  const state = ended
    ? t('serverTexts.challengeEnded')
    : t('leaderboard.dayAndProgress', { day, total: totalDays, percent })
  return (
    <div className={css.progress}>
      <SlashProgress
        total={totalDays}
        done={isKnown ? (ended ? day : day - 1) : 0}
        {...(isKnown && started && !ended && { highlight: day })}
        heights={difficultyHeights}
        height={wide ? 38 : 30}
        label={t('common.challenge')}
        valueText={isKnown ? state : t('leaderboard.dayUnknown')}
      />
      <p className={css.captions}>
        {isKnown ? (
          <span>{t('common.dayOf', { day, total: totalDays })}</span>
        ) : (
          <Skeleton width="96px" height="1em" />
        )}
        {isKnown && !ended && (
          <span>{t(wide ? 'leaderboard.progressOfChallenge' : 'leaderboard.progress', { percent })}</span>
        )}
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
        label={t('leaderboard.totalUsers')}
        value={totalUsers}
        context={t('leaderboard.joinedThisWeek', { count: formatNumber(joinedThisWeek) })}
      />
      <Stat
        label={t('leaderboard.totalSubmissions')}
        value={totalSubmissions}
        context={t('leaderboard.today', { count: formatNumber(submissionsToday) })}
      />
      <Stat label={t('common.totalPoints')} value={totalPoints} context={t('leaderboard.allParticipants')} />
      <Stat
        label={t('leaderboard.yourRank')}
        value={rank ?? '–'}
        unit={rank === undefined ? undefined : t('common.ofDays', { total: formatNumber(totalUsers) })}
        context={formatOwnContext(board, gap)}
      />
    </>
  )
}

function formatOwnContext({ you, excluded }: Board, gap: ReturnType<typeof gapToNextRank>): string {
  if (you === null) return t(excluded ? 'leaderboard.excludedByOrganisers' : 'common.notRanked')
  if (you.rank === 1) return t(you.totalPoints > 0 ? 'leaderboard.inTheLead' : 'leaderboard.noPointsYet')
  return gap ? formatPointsBehind(gap.points, t('leaderboard.rankAbove', { rank: you.rank - 1 })) : ''
}

/** Has its place before the board is loaded, so that the list below does not jump. */
const PhoneTotals = ({ board }: { board: Board | undefined }) => {
  const figures: readonly [string, number | undefined][] = [
    [t('leaderboard.users'), board?.totals.totalUsers],
    [t('leaderboard.submissions'), board?.totals.totalSubmissions],
    [t('common.points'), board && Math.round(board.totals.totalPoints)],
    [t('leaderboard.yourRankShort'), board && shownRank(board)],
  ]
  return (
    <dl className={css.strip}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <FullText as="dd" className={css.figure} text={value === undefined ? '–' : formatNumber(value)}>
            {value === undefined ? undefined : abbreviateNumber(value)}
          </FullText>
        </div>
      ))}
    </dl>
  )
}
