// The cards of the column beside the tiles of the dashboard: the top three of the leaderboard, updated live, and the latest feedback.

import { ArrowRight, Crown, Medal } from 'lucide-react'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { request } from '../../shared/http/http.ts'
import { t, formatPoints, formatName } from '../../shared/i18n/t.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { liveBoard } from '../../shared/leaderboard/live-board.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData, liveData, reloadsOn } from '../../shared/live/live-data.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { People, PersonName, Avatar } from '../../shared/people/people.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../shared/ui/display/marks.tsx'
import { Screenshot } from '../../shared/projects/project-parts.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import words from '../../shared/styles/words.module.css'
import css from './dashboard-rail.module.css'

/** The top three of the leaderboard and the user's own row. */
export const dashboardBoard = liveBoard({ pageSize: 3 })

export const TopThree = () => {
  const view = useLiveData(dashboardBoard, defaultFilter)
  const rows = view.data?.topThree ?? []
  const list = useRankFlip<HTMLOListElement>({ order: rows.map((row) => row.id) })
  return (
    <SectionCard
      title={t('dashboard.topThree')}
      end={<LiveConnectionPill view={view} inCard="with-retry" />}
      padding="medium"
    >
      <FrozenMark />
      {rows.length === 0 ? (
        <p className={css.none}>{t('common.noSubmissions')}</p>
      ) : (
        <People of={rows}>
          <ol className={css.rows} ref={list}>
            {rows.map((row) => {
              const RankIcon = row.rank === 1 ? Crown : Medal
              return (
                <li key={row.id} data-flip-id={row.id}>
                  <RankIcon size={20} strokeWidth={1.8} className={css.rankIcon} data-rank={row.rank} />
                  <VisuallyHidden>{row.rank}.</VisuallyHidden>
                  <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
                  <span className={css.who}>
                    <FullText as="strong" dir="auto" text={<PersonName person={row} />} />
                    <StandingStrip entry={row} size="xs" />
                  </span>
                  <span className={css.points}>
                    <strong className={css.total}>{formatPoints(row.totalPoints)}</strong>
                    {row.movement !== null && <RankChange change={row.movement} />}
                  </span>
                </li>
              )
            })}
          </ol>
        </People>
      )}
      <Link to={paths.leaderboard} className={css.all}>
        {t('dashboard.fullLeaderboard')}
        <ArrowRight size={16} />
      </Link>
    </SectionCard>
  )
}

/**
 * The newest rating that the user received, preferably one with words, and its project; neither without a rating. `loadedAt` is the
 * position of the first of two responses.
 */
const latestRating = liveData({
  load: async (_key: undefined, signal) => {
    // Notifications are newest first, and the one about a rating moves up with each further rating of its project.
    const options = { query: { limit: 50 }, signal }
    const { notifications, position, epoch } = await request('GET', '/api/notifications', options)
    const rated = notifications.find(({ kind }) => kind === 'rated')
    const loadedAt = { position, epoch }
    if (rated === undefined || !('project' in rated)) return { loadedAt }
    const params = { projectId: rated.project._id }
    const { project, ratings } = await request('GET', '/api/ratings/project/:projectId', { params, signal })
    return { project, rating: ratings.find(({ feedback }) => feedback !== '') ?? ratings[0], loadedAt }
  },
  messages: reloadsOn('project.rated'),
})

/**
 * The newest rating of a project of the user. Shows nothing while there is none or it is not loaded: the dashboard is complete without it.
 */
export const LatestFeedback = () => {
  const { project, rating } = useLiveData(latestRating).data ?? {}
  if (!project || !rating) return null
  return (
    <SectionCard
      title={t('dashboard.latestFeedback')}
      end={t('common.day', { day: project.day })}
      padding="medium"
    >
      <div className={css.project}>
        <Screenshot className={css.shot} project={project} />
        <span className={css.feedbackWho}>
          <strong className={words.anywhere} dir="auto">
            {formatName(project.projectName)}
          </strong>
          <StarRating value={rating.average} size={15} />
        </span>
      </div>
      {rating.feedback !== '' && (
        <blockquote className={css.quote} dir="auto">
          {rating.feedback}
        </blockquote>
      )}
      <p className={css.by}>
        <bdi>{formatName(rating.raterName)}</bdi>
        <Time at={rating.createdAt} />
      </p>
      <Link to={paths.projectRatings(project._id)} className={css.all}>
        {t('dashboard.viewFeedback')}
        <ArrowRight size={16} />
      </Link>
    </SectionCard>
  )
}
