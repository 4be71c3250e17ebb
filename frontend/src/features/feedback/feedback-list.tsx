// The list of the ratings of a project, newest first, with what their raters wrote.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { ShieldCheck, Users } from 'lucide-react'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import type { LiveView } from '../../shared/live/live-types.ts'
import type { Feedback } from './feedback-data.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './feedback-list.module.css'

type Rating = RatingsResponse['ratings'][number]

type FeedbackListProps = { feedback: Feedback; view: Pick<LiveView<Feedback>, 'moreState' | 'loadMore'> }

export const FeedbackList = ({ feedback: { ratings, nextCursor }, view }: FeedbackListProps) => (
  <section className={layout.stack12} aria-labelledby="feedback-title">
    <header className={css.head}>
      <h2 id="feedback-title">{t('common.feedback')}</h2>
      {ratings.length > 0 && <span>{t('feedback.newestFirst')}</span>}
    </header>
    {ratings.length === 0 ? (
      <EmptyState title={t('feedback.noFeedback')} heading="h3">
        {t('feedback.ratingsAppearHere')}
      </EmptyState>
    ) : (
      <ul aria-label={t('common.ratings')}>
        {ratings.map((rating) => (
          <RatingItem key={rating.id} rating={rating} />
        ))}
      </ul>
    )}
    {nextCursor !== null && (
      <Button className={css.more} busy={view.moreState === 'loading'} onClick={view.loadMore}>
        {view.moreState === 'failed' ? t('common.loadFailedTryAgain') : t('feedback.earlierRatings')}
      </Button>
    )}
  </section>
)

/** Participants rate a project overall, in the place of the fifth criterion of admins. */
const criteriaOf = ({ official }: Rating) =>
  criteria.map(({ key, label }) =>
    key === 'completeness' && !official ? { key, label: t('common.overall') } : { key, label },
  )

const RatingItem = ({ rating }: { rating: Rating }) => {
  const ratedCount = criteria.filter(({ key }) => rating.criteria[key] > 0).length
  return (
    <li className={css.rating}>
      <div className={css.rater}>
        {/* The id of the rater is not public. */}
        <Avatar id={rating.raterName} name={rating.raterName} size={44} />
        <div className={css.words}>
          <p className={css.name}>
            <strong dir="auto">{formatName(rating.raterName)}</strong>
            {rating.official ? (
              <Badge tone="info" icon={<ShieldCheck />}>
                {t('feedback.official')}
              </Badge>
            ) : (
              <Badge icon={<Users />}>{t('common.community')}</Badge>
            )}
          </p>
          <p className={css.facts}>
            <StarRating value={rating.average} size={15} />
            {ratedCount < criteria.length && (
              <span>{t('feedback.ratedCriteria', { rated: ratedCount, total: criteria.length })}</span>
            )}
            <Time at={rating.createdAt} exact="minute" />
          </p>
        </div>
      </div>
      {rating.feedback !== '' && (
        <p className={css.text} dir="auto">
          {rating.feedback}
        </p>
      )}
      <ul
        className={css.criteria}
        aria-label={t('feedback.criteriaBy', { name: formatName(rating.raterName) })}
      >
        {criteriaOf(rating).map(({ key, label }) => (
          <li key={key}>
            <span aria-hidden="true">{label}</span>
            {rating.criteria[key] === 0 ? (
              <em aria-label={t('feedback.criterionNotRated', { criterion: label })}>
                {t('common.notRatedBadge')}
              </em>
            ) : (
              <CriteriaBar value={rating.criteria[key]} small />
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
