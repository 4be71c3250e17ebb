// The newest rating of a project of the user. Shows nothing while there is none or it is not loaded: the dashboard is
// complete without it.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { ArrowRight } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatName, formatProjectName } from '../../shared/format/format-name.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import type { LogPosition } from '../../shared/live/position.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './latest-feedback.module.css'

/** The newest rating that the user received, preferably one with words, and its project; null without any. */
type RatedProject = {
  project: NonNullable<RatingsResponse['project']>
  rating: RatingsResponse['ratings'][number]
}

/** `loadedAt` is that of the first of two responses. */
type Latest = { latest: RatedProject | null; loadedAt?: LogPosition }

/** Notifications are newest first, and that of a rating moves up with each further rating of its project. */
const searchedNotifications = 50

async function loadLatest(signal: AbortSignal): Promise<Latest> {
  const query = { limit: searchedNotifications }
  const { notifications, position, epoch } = await request('GET', '/api/notifications', { query, signal })
  const rated = notifications.find(({ kind }) => kind === 'rated')
  const loadedAt = { position, epoch }
  if (rated === undefined || !('project' in rated)) return { latest: null, loadedAt }
  const params = { projectId: rated.project._id }
  const { project, ratings } = await request('GET', '/api/ratings/project/:projectId', { params, signal })
  const rating = ratings.find(({ feedback }) => feedback !== '') ?? ratings[0]
  return { latest: project !== null && rating !== undefined ? { project, rating } : null, loadedAt }
}

const latestRating = liveData<Latest>({
  load: (_key, signal) => loadLatest(signal),
  messages: { 'project.rated': reloadsOn('ratings') },
})

export const LatestFeedback = () => {
  const latest = useLiveData(latestRating).data?.latest
  if (!latest) return null
  const { project, rating } = latest
  return (
    <SectionCard
      title={t('dashboard.latestFeedback')}
      end={t('common.day', { day: project.day })}
      padding="medium"
    >
      <div className={css.project}>
        <span className={css.shot}>
          <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
        </span>
        <span className={css.who}>
          <strong className={words.anywhere} dir="auto">
            {formatProjectName(project.projectName)}
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
