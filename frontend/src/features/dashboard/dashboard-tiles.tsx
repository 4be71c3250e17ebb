// The tiles of the dashboard that lead to other screens.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { Folder, ImagePlus, Target, Trophy, Upload } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { RankSparkline } from '../../shared/charts/ranks/rank-sparkline.tsx'
import { formatFirstName } from '../../shared/format/format-name.ts'
import { formatPointsBehind } from '../../shared/format/format-points.ts'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { CommunityTile } from './community-tile.tsx'
import { ResourcesTile } from './resources-tile.tsx'
import { Tile } from './tile.tsx'
import type { Overview } from './use-dashboard.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './dashboard-tiles.module.css'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

const key = 'thirty-participants'

/** Formats the number of participants: the server's, else the last known one, else an estimate. */
export function formatParticipantCount(total: number): string {
  if (total > 0) {
    deviceStorage.set(key, String(total))
    return formatNumber(total)
  }
  const lastKnown = Number(deviceStorage.get(key))
  return lastKnown > 0 ? formatNumber(lastKnown) : `≈ ${formatNumber(1_000)}`
}

export const DashboardTiles = ({ overview }: { overview: Overview }) => (
  <ul className={css.tiles}>
    <SubmitTile overview={overview} />
    <ProjectsTile overview={overview} />
    <BoardTile overview={overview} />
    <ChallengeTile />
    <ResourcesTile />
    <CommunityTile />
  </ul>
)

const SubmitTile = ({ overview: { projects } }: { overview: Overview }) => {
  const { day, started, ended, isLoaded } = useCurrentDay()
  const isSubmitted = projects.projects.some((project) => project.day === day)
  const openNote = started
    ? t(isSubmitted ? 'common.dayIsIn' : 'dashboard.dayIsOpen', { day })
    : t('dashboard.everyDayIsOpen')
  const note = isLoaded ? (ended ? t('serverTexts.challengeEnded') : openNote) : unknownNote
  return (
    <Tile to={paths.submitProject} title={t('common.submitProject')} icon={<Upload />} note={note}>
      <span className={css.drop} aria-hidden="true">
        <ImagePlus size={19} strokeWidth={1.8} />
      </span>
      <p className={words.quiet}>{t.rich('dashboard.whatToSubmit', { br: () => <br /> })}</p>
    </Tile>
  )
}

const ProjectsTile = ({ overview: { projects } }: { overview: Overview }) => {
  const { all, submitted } = projects.counts
  const note =
    submitted === 0
      ? t('common.submitted', { count: all })
      : t('dashboard.submittedAndPending', { count: all, pending: submitted })
  return (
    <Tile to={paths.myProjects} title={t('common.myProjects')} icon={<Folder />} note={note}>
      {projects.projects.length === 0 ? (
        <p className={words.quiet}>{t('common.nothingSubmitted')}</p>
      ) : (
        projects.projects.slice(0, 3).map((project) => (
          <span key={project._id} className={css.shot}>
            <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
          </span>
        ))
      )}
    </Tile>
  )
}

const BoardTile = ({ overview: { me, board, history } }: { overview: Overview }) => {
  const wide = useWideLayout()
  const rank = board.you?.rank ?? me.stats.rank
  const participantCount = formatParticipantCount(board.totals.totalUsers)
  const ownLine = history?.lines.find((line) => line.isCurrentUser)
  const note =
    rank === null
      ? board.excluded
        ? t('common.excluded')
        : t('dashboard.notRanked', { count: participantCount })
      : wide
        ? formatGap(board)
        : t('dashboard.rankOf', { rank, count: participantCount })
  return (
    <Tile
      to={paths.leaderboard}
      title={t('common.leaderboard')}
      icon={<Trophy />}
      note={note}
      mark={<FrozenMark />}
    >
      <p className={css.rank}>
        {t.rich('dashboard.placeOf', {
          rank: rank ?? '–',
          count: participantCount,
          place: (text) => <span className={css.place}>{text}</span>,
        })}
      </p>
      {ownLine && ownLine.ranks.filter((pastRank) => pastRank !== null).length > 1 && (
        <span className={css.line}>
          <RankSparkline
            ranks={ownLine.ranks}
            label={t('dashboard.rankOverDays', { days: ownLine.ranks.length, rank: rank ?? '–' })}
          />
        </span>
      )}
    </Tile>
  )
}

function formatGap({ you, next }: Overview['board']): string {
  if (you === null) return ''
  if (you.rank === 1)
    return t(you.projectsSubmitted > 0 ? 'dashboard.inTheLead' : 'dashboard.nobodyHasPoints')
  if (next === null) return ''
  const gap = Math.max(0, Math.round((next.totalPoints - you.totalPoints) * 10) / 10)
  const name = formatFirstName(next)
  return gap === 0 ? t('dashboard.levelWith', { name }) : formatPointsBehind(gap, name)
}

/** Keeps the place of a note about the day while that is unknown. */
const unknownNote = '\u00A0'

const ChallengeTile = () => {
  const { day, isLoaded } = useCurrentDay()
  const { title, difficulty } = challengeBrief(day)
  return (
    <Tile
      to={paths.dailyChallenge}
      title={t('dashboard.dailyChallenge')}
      icon={<Target />}
      note={isLoaded ? t('dashboard.briefOfDay', { day }) : unknownNote}
    >
      {isLoaded && (
        <div className={layout.stack8}>
          <p className={css.task}>{title}</p>
          <Difficulty level={difficulty} />
        </div>
      )}
    </Tile>
  )
}
