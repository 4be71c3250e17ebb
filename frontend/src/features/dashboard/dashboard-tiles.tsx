// The tiles of the dashboard: cards that lead to other screens and show their current state. And the data that they share with its header.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { Folder, ImagePlus, Target, Trophy, Upload, BookOpen, MessagesSquare, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { RankSparkline } from '../../shared/charts/ranks/rank-over-time.tsx'
import { ownAccount } from '../../shared/account/own-account.tsx'
import { request } from '../../shared/http/http.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { formatSite } from '../../shared/i18n/format-site.ts'
import { formatFirstName, Avatar } from '../../shared/people/people.tsx'
import { defaultFilter, gapToNextRank, formatPointsBehind } from '../../shared/leaderboard/board.ts'
import { boardHistory } from '../../shared/leaderboard/live-board.ts'
import { ownSubmissions } from '../../shared/submissions/own-submissions.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'
import { Chips, Card, CardLink } from '../../shared/ui/display/surfaces.tsx'
import { Difficulty } from '../../shared/ui/display/marks.tsx'
import { Screenshot } from '../../shared/projects/project-parts.tsx'
import { useServerNow, formatRelativeTime } from '../../shared/ui/display/time.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { dashboardBoard } from './dashboard-rail.tsx'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './dashboard-tiles.module.css'

/** Returns the data once all is loaded, or why some of it is not. */
export function useDashboard() {
  const me = useLiveData(ownAccount)
  const history = useLiveData(boardHistory)
  const board = useLiveData(dashboardBoard, defaultFilter)
  const projects = useLiveData(ownSubmissions)

  const failed = [me, board, projects].filter(({ state }) => state === 'failed')
  const retry = () => failed.forEach(({ reload }) => reload())
  if (failed[0]) return { failure: errorMessage(failed[0].error, t('dashboard.notLoaded')), retry }
  if (!me.data || !board.data || !projects.data || history.state === 'loading') return { retry }
  // The history may be missing: only the sparkline needs it.
  const overview = { me: me.data, projects: projects.data, board: board.data, history: history.data }
  return { overview, retry }
}

export type Overview = NonNullable<ReturnType<typeof useDashboard>['overview']>

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
  const note = () => {
    if (!isLoaded) return unknownNote
    if (ended) return t('serverTexts.challengeEnded')
    return started
      ? t(isSubmitted ? 'common.dayIsIn' : 'dashboard.dayIsOpen', { day })
      : t('dashboard.everyDayIsOpen')
  }
  return (
    <Tile to={paths.submitProject} title={t('common.submitProject')} icon={<Upload />} note={note()}>
      <span className={css.drop} aria-hidden="true">
        <ImagePlus size={19} strokeWidth={1.8} />
      </span>
      <p className={words.quiet}>{t.rich('dashboard.whatToSubmit')}</p>
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
        projects.projects
          .slice(0, 3)
          .map((project) => <Screenshot key={project._id} className={css.shot} project={project} />)
      )}
    </Tile>
  )
}

const BoardTile = ({ overview: { me, board, history } }: { overview: Overview }) => {
  const wide = useWideLayout()
  const rank = board.you?.rank ?? me.stats.rank
  const count = formatParticipantCount(board.totals.totalUsers)
  const ranks = history?.lines.find((line) => line.isCurrentUser)?.ranks ?? []
  const note = () => {
    if (rank !== null) return wide ? formatGap(board) : t('dashboard.rankOf', { rank, count })
    return board.excluded ? t('common.excluded') : t('dashboard.notRanked', { count })
  }
  return (
    <Tile
      to={paths.leaderboard}
      title={t('common.leaderboard')}
      icon={<Trophy />}
      note={note()}
      mark={<FrozenMark />}
    >
      <p className={css.rank}>
        {t.rich('dashboard.placeOf', {
          rank: rank ?? '–',
          count,
          place: (text) => <span className={css.place}>{text}</span>,
        })}
      </p>
      {ranks.filter((pastRank) => pastRank !== null).length > 1 && (
        <span className={css.line}>
          <RankSparkline
            ranks={ranks}
            label={t('dashboard.rankOverDays', { days: ranks.length, rank: rank ?? '–' })}
          />
        </span>
      )}
    </Tile>
  )
}

/** Formats the number of participants: the server's, else the last known one, else an estimate. */
export function formatParticipantCount(total: number): string {
  const key = 'thirty-participants'
  if (total > 0) deviceStorage.set(key, String(total))
  const lastKnown = Number(deviceStorage.get(key))
  return lastKnown > 0 ? formatNumber(lastKnown) : `≈ ${formatNumber(1_000)}`
}

function formatGap(board: Overview['board']): string {
  if (board.you?.rank === 1)
    return t(board.you.projectsSubmitted > 0 ? 'dashboard.inTheLead' : 'dashboard.nobodyHasPoints')
  const gap = gapToNextRank(board)
  if (gap === undefined) return ''
  const name = formatFirstName(gap)
  return gap.points === 0 ? t('dashboard.levelWith', { name }) : formatPointsBehind(gap.points, name)
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

const bookmarkedUrls = liveData<readonly string[]>({
  load: async (_key, signal) => (await request('GET', '/api/auth/bookmarks', { signal })).bookmarks,
  resyncs: true,
})

/** The tile that leads to the resources: the four sites of the newest bookmarks; without bookmarks, what there is to find. */
const ResourcesTile = () => {
  const { data: bookmarks = [] } = useLiveData(bookmarkedUrls)
  const urls = bookmarks.filter((url) => URL.canParse(url)).toReversed()
  const sites = [...new Set(urls.map(formatSite))].slice(0, 4)
  const note =
    sites.length === 0 ? t('dashboard.resourcesNote') : t('dashboard.bookmarks', { count: bookmarks.length })
  return (
    <Tile to={paths.resources} title={t('common.resources')} icon={<BookOpen />} note={note}>
      {sites.length === 0 ? (
        <p className={words.quiet}>{t('dashboard.resourcesText')}</p>
      ) : (
        <Chips text={sites.join(',')} label={note} />
      )}
    </Tile>
  )
}

const latestDiscussions = liveData({
  room: rooms.community,
  load: async (_key: undefined, signal) => {
    const options = { query: { limit: 20 }, signal }
    const { discussions, position, epoch } = await request('GET', '/api/community/discussions', options)
    // Without the position: one reply leaves the list as it is.
    return { discussions, loadedAt: { position, epoch } }
  },
  messages: reloadsOn('discussion.changed'),
})

/** The latest discussion, and five people who started the latest ones; what there is to find without any. */
const CommunityTile = () => {
  const { data } = useLiveData(latestDiscussions)
  const now = useServerNow(60_000)
  const discussions = data?.discussions ?? []
  const [latest] = discussions
  const people = [...new Map(discussions.map(({ author }) => [author.id, author])).values()]
  return (
    <Tile
      to={paths.community}
      title={t('common.community')}
      icon={<MessagesSquare />}
      note={
        latest === undefined ? (
          t('dashboard.communityNote')
        ) : (
          <>
            <bdi dir="auto">{latest.title}</bdi>
            {` · ${formatRelativeTime(Date.parse(latest.latestAt), now)}`}
          </>
        )
      }
    >
      {latest === undefined ? (
        <p className={words.quiet}>{t('dashboard.communityText')}</p>
      ) : (
        <span className={css.people}>
          {people.slice(0, 5).map(({ id, name, avatar }) => (
            <Avatar key={id} id={id} name={name} image={avatar} size={36} />
          ))}
        </span>
      )}
    </Tile>
  )
}

type TileProps = {
  to: string
  title: string
  icon: ReactNode
  /** One line about the current state of the screen. */
  note: ReactNode
  /** Below the note. */
  mark?: ReactNode
  /** An illustration, shown on wide screens. */
  children?: ReactNode
}

const Tile = ({ to, title, icon, note, mark, children }: TileProps) => {
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
        {wide && <ArrowRight size={18} className={css.arrow} />}
      </div>
      {wide && <div className={css.middle}>{children}</div>}
      <div>
        <p className={css.note}>{note}</p>
        {mark}
      </div>
    </Card>
  )
}
