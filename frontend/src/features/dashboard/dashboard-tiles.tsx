import { challengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import { ArrowRight, BookOpen, Folder, ImagePlus, MessagesSquare, Target, Trophy, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { RankSparkline } from '../../shared/charts/ranks/rank-sparkline.tsx'
import { formatPointsGap } from '../../shared/format/format-points.ts'
import { Card, CardLink } from '../../shared/ui/display/card.tsx'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import type { Overview } from './use-dashboard.ts'
import { firstName } from './first-name.ts'
import { formatParticipantCount } from './format-participant-count.ts'
import css from './dashboard-tiles.module.css'

type TileProps = {
  to: string
  title: string
  icon: ReactNode
  /** One line about the current state. */
  note: string
  /** An illustration, shown on wide screens. */
  children?: ReactNode
}

const Tile = ({ to, title, icon, note, children }: TileProps) => {
  const wide = useWideLayout()
  return (
    <Card as="li" link className={css.tile ?? ''}>
      <div className={css.head}>
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
        <h2>
          <CardLink to={to}>{title}</CardLink>
        </h2>
        {wide && <ArrowRight aria-hidden="true" size={18} className={css.arrow} />}
      </div>
      {wide && <div className={css.middle}>{children}</div>}
      <p className={css.note}>{note}</p>
    </Card>
  )
}

export const DashboardTiles = ({ overview }: { overview: Overview }) => (
  <ul className={css.tiles}>
    <SubmitTile overview={overview} />
    <ProjectsTile overview={overview} />
    <BoardTile overview={overview} />
    <ChallengeTile />
    <Tile to={paths.resources} title="Resources" icon={<BookOpen />} note="Hand-picked, with bookmarks">
      <p className={css.quiet}>Documentation, tools and guides for each day.</p>
    </Tile>
    <Tile to={paths.community} title="Community" icon={<MessagesSquare />} note="Feed, discussions, members">
      <p className={css.quiet}>See what others ship, and talk about it.</p>
    </Tile>
  </ul>
)

const SubmitTile = ({ overview: { projects } }: { overview: Overview }) => {
  const day = useCurrentDay((challenge) => challenge.day)
  const started = useCurrentDay((challenge) => challenge.started)
  const isSubmitted = projects.projects.some((project) => project.day === day)
  const ended = useCurrentDay((challenge) => challenge.ended)
  const openNote = started ? `Day ${day} is ${isSubmitted ? 'submitted' : 'open'}` : 'Every day is open'
  const note = ended ? 'The challenge has ended' : openNote
  return (
    <Tile to={paths.submitProject} title="Submit Project" icon={<Upload />} note={note}>
      <span className={css.drop} aria-hidden="true">
        <ImagePlus size={19} strokeWidth={1.8} />
      </span>
      <p className={css.quiet}>
        Live link, repository
        <br />
        and one screenshot
      </p>
    </Tile>
  )
}

const ProjectsTile = ({ overview: { projects } }: { overview: Overview }) => {
  const { all, submitted } = projects.counts
  const pendingText = submitted === 0 ? '' : `, ${submitted} waiting for review`
  return (
    <Tile to={paths.myProjects} title="My Projects" icon={<Folder />} note={`${all} submitted${pendingText}`}>
      {projects.projects.length === 0 ? (
        <p className={css.quiet}>Nothing submitted yet.</p>
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
      ? `Not ranked yet, ${participantCount} participants`
      : wide
        ? formatGap(board)
        : `Rank ${rank} of ${participantCount}`
  return (
    <Tile to={paths.leaderboard} title="Leaderboard" icon={<Trophy />} note={note}>
      <p className={css.rank}>
        <span className={css.place}>{rank ?? '–'}</span> of {participantCount}
      </p>
      {ownLine && ownLine.ranks.filter((pastRank) => pastRank !== null).length > 1 && (
        <span className={css.line}>
          <RankSparkline
            ranks={ownLine.ranks}
            label={`Your rank over the last ${ownLine.ranks.length} days, now ${rank}`}
          />
        </span>
      )}
    </Tile>
  )
}

function formatGap({ you, next }: Overview['board']): string {
  if (you === null) return ''
  if (you.rank === 1) return you.projectsSubmitted > 0 ? 'You are in the lead' : 'No one has points yet'
  if (next === null) return ''
  const gap = Math.max(0, Math.round((next.totalPoints - you.totalPoints) * 10) / 10)
  return gap === 0
    ? `Level with ${firstName(next.name)}`
    : `${formatPointsGap(gap)} behind ${firstName(next.name)}`
}

const ChallengeTile = () => {
  const day = useCurrentDay((challenge) => challenge.day)
  const { title, difficulty } = challengeBrief(day)
  return (
    <Tile to={paths.dailyChallenge} title="Daily Challenge" icon={<Target />} note={`Brief of day ${day}`}>
      <div className={css.brief}>
        <p className={css.task}>{title}</p>
        <Difficulty level={difficulty} />
      </div>
    </Tile>
  )
}
