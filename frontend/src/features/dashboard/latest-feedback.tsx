import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatName, formatProjectName } from '../../shared/format/format-name.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { latestFeedbackStore } from './latest-feedback-store.ts'
import { t } from './messages/t.ts'
import css from './latest-feedback.module.css'

/** The newest rating of a project of the user. Nothing without one, and while it is unknown: the dashboard is complete without it. */
export const LatestFeedback = () => {
  const view = latestFeedbackStore.use((store) => store.view)
  useEffect(() => {
    const stop = latestFeedbackStore.follow()
    void latestFeedbackStore.load(undefined)
    return stop
  }, [])
  if (view.state !== 'ready' || view.data.latest === null) return null
  const { project, rating } = view.data.latest
  return (
    <Card as="section">
      <CardTitle end={t('day', { day: project.day })}>{t('latestFeedback')}</CardTitle>
      <div className={css.project}>
        <span className={css.shot}>
          <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
        </span>
        <span className={css.who}>
          <strong className={css.name} dir="auto">
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
        {t('viewFeedback')}
        <ArrowRight aria-hidden="true" size={16} />
      </Link>
    </Card>
  )
}
