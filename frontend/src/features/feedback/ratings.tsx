// The ratings of a project, newest first, with what their raters wrote; and the figures about them: the averages by criterion, how many
// stars the ratings have, its two kinds of ratings, and the projects of the days around it.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { ArrowRight, ShieldCheck, Users } from 'lucide-react'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { t, formatName, formatScore } from '../../shared/i18n/t.ts'
import type { LiveView } from '../../shared/live/live-types.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { Avatar } from '../../shared/people/people.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge, Card, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import { Screenshot } from '../../shared/projects/project-parts.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './feedback.module.css'
import list from './feedback-list.module.css'

/** A project with the ratings that were loaded, newest first. */
export type Feedback = Omit<RatingsResponse, 'success' | 'project'> & {
  project: NonNullable<RatingsResponse['project']>
}
type WithFeedback = { feedback: Feedback }
type RatingsProps = WithFeedback & { view: Pick<LiveView<Feedback>, 'moreState' | 'loadMore'> }

export const Ratings = ({ feedback, view }: RatingsProps) => {
  const isRated = feedback.ratingCount > 0
  return (
    <>
      {isRated && <ScoreByCriterion feedback={feedback} />}
      <div className={frames.rail}>
        <List feedback={feedback} view={view} />
        {(isRated || feedback.neighbours.length > 0) && (
          <aside className={layout.stack20} aria-label={t('feedback.figures')}>
            {isRated && (
              <>
                <Distribution counts={feedback.spread} />
                <KindsOfRatings feedback={feedback} />
              </>
            )}
            <NeighbouringDays projects={feedback.neighbours} />
          </aside>
        )}
      </div>
    </>
  )
}

/** The averages of the criteria beside the averages of the day, as bars and as a radar chart, which is also offered as a table. */
const ScoreByCriterion = ({ feedback }: WithFeedback) => {
  const { averages, dayAverages, project } = feedback
  const { day } = project
  const values = toValues(averages)
  const hasDay = Object.values(dayAverages).some((average) => average !== null)
  const isDayComplete = Object.values(dayAverages).every((average) => average !== null)
  const unrated = criteria.filter(({ key }) => averages[key] === null).map(({ label }) => label)
  return (
    <Card as="section" padding="none" className={css.criteria} aria-labelledby="criteria-title">
      <div className={css.radar}>
        <CriteriaRadar
          values={values}
          average={isDayComplete ? { day, values: toValues(dayAverages) } : undefined}
        />
      </div>
      <div className={css.bars}>
        <h2 id="criteria-title">{t('feedback.scoreByCriterion')}</h2>
        <ul className={css.criterionBars}>
          {criteria.map(({ key, label }) => (
            <li key={key}>
              <CriteriaBar label={label} value={values[key]} />
              <Difference value={values[key]} average={dayAverages[key]} />
            </li>
          ))}
        </ul>
        <Extremes averages={averages} />
        {unrated.length > 0 && (
          <p className={css.note}>{t('feedback.notRatedCriteria', { criteria: unrated.join(', ') })}</p>
        )}
        {hasDay && <p className={css.note}>{t('feedback.comparedWith', { day })}</p>}
      </div>
    </Card>
  )
}

const toValues = (averages: Feedback['averages']) => perCriterion((criterion) => averages[criterion] ?? 0)

/** The difference of a criterion to the day's average: "+0.7 vs day", "−0.2 vs day", "same as the day". */
const Difference = ({ value, average }: { value: number; average: number | null }) => {
  // 0 means "not rated".
  if (value === 0 || average === null) return null
  const difference = Math.round((value - average) * 10) / 10
  const signed = `${difference > 0 ? '+' : '−'}${formatScore(Math.abs(difference))}`
  return (
    <span className={css.difference} data-above={value > average || undefined}>
      {difference === 0
        ? t('ratingCharts.sameAsDay')
        : t('ratingCharts.comparedWithDay', { difference: signed })}
    </span>
  )
}

/** Names the best and the worst criterion, if they differ. */
const Extremes = ({ averages }: Pick<Feedback, 'averages'>) => {
  const rated = criteria
    .flatMap(({ key, label }) => {
      const value = averages[key]
      return value === null ? [] : [{ label, value }]
    })
    .sort((left, right) => right.value - left.value)
  const [best, worst] = [rated[0], rated.at(-1)]
  if (!best || !worst || best.value === worst.value) return null
  return (
    <p className={css.extremes}>
      <span>{t.rich('feedback.strongest', { criterion: best.label })}</span>
      <span>{t.rich('feedback.mostToGain', { criterion: worst.label })}</span>
    </p>
  )
}

/** How many ratings have 5, 4, 3, 2 and 1 stars, as bars with the count at the end of each row. */
const Distribution = ({ counts }: { counts: Feedback['spread'] }) => {
  const maxCount = Math.max(...counts, 1)
  return (
    <SectionCard title={t('common.spread')} padding="medium">
      <ul className={css.distribution} aria-label={t('common.spread')}>
        {counts.map((count, index) => {
          const stars = 5 - index
          return (
            <li key={stars} aria-label={t('ratingCharts.starsAndRatings', { stars, count })}>
              <span aria-hidden="true">{stars}</span>
              <span className={css.starTrack} aria-hidden="true">
                <span className={css.starBar} style={{ width: `${(count / maxCount) * 100}%` }} />
              </span>
              <span className={css.starCount} aria-hidden="true">
                {count}
              </span>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}

/** The ratings by admins and those by participants, each with its average. */
const KindsOfRatings = ({ feedback: { official, community } }: WithFeedback) => (
  <SectionCard title={t('feedback.officialAndCommunity')} padding="medium">
    <DescriptionList
      className={css.kinds}
      entries={[
        [t('feedback.official'), average(official)],
        [t('common.community'), average(community)],
      ]}
    />
    <p className={css.note}>{t('feedback.whatCounts')}</p>
  </SectionCard>
)

const average = ({ averageRating, ratingCount }: Feedback['official']) =>
  ratingCount === 0 ? (
    t('feedback.noneYet')
  ) : (
    <StarRating value={averageRating} count={ratingCount} size={15} />
  )

/** The projects of the same participant on the days after and before, each with a link to its ratings. */
const NeighbouringDays = ({ projects }: { projects: Feedback['neighbours'] }) => {
  if (projects.length === 0) return null
  return (
    <SectionCard title={t('feedback.neighbouringDays')} padding="medium">
      <ul>
        {projects.map(({ _id, projectName, day, thumbnailUrl }) => (
          <li key={_id}>
            <Link to={paths.projectRatings(_id)} className={css.project}>
              <Screenshot className={css.picture} project={{ projectName, thumbnailUrl }} />
              <span className={css.words}>
                <strong dir="auto">{formatName(projectName)}</strong>
                <span className={css.day}>{t('common.day', { day })}</span>
              </span>
              <ArrowRight size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const List = ({ feedback: { ratings, nextCursor }, view }: RatingsProps) => (
  <section className={layout.stack12} aria-labelledby="feedback-title">
    <header className={list.head}>
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
      <Button className={list.more} busy={view.moreState === 'loading'} onClick={view.loadMore}>
        {view.moreState === 'failed' ? t('common.loadFailedTryAgain') : t('feedback.earlierRatings')}
      </Button>
    )}
  </section>
)

type Rating = Feedback['ratings'][number]

/** Participants rate a project overall, in the place of the fifth criterion of admins. */
const criteriaOf = ({ official }: Rating) =>
  criteria.map(({ key, label }) =>
    key === 'completeness' && !official ? { key, label: t('common.overall') } : { key, label },
  )

const RatingItem = ({ rating }: { rating: Rating }) => {
  const ratedCount = criteria.filter(({ key }) => rating.criteria[key] > 0).length
  return (
    <li className={list.rating}>
      <div className={list.rater}>
        {/* The id of the rater is not public. */}
        <Avatar id={rating.raterName} name={rating.raterName} size={44} />
        <div className={list.words}>
          <p className={list.name}>
            <strong dir="auto">{formatName(rating.raterName)}</strong>
            {rating.official ? (
              <Badge tone="info" icon={<ShieldCheck />} label={t('feedback.official')} />
            ) : (
              <Badge icon={<Users />} label={t('common.community')} />
            )}
          </p>
          <p className={list.facts}>
            <StarRating value={rating.average} size={15} />
            {ratedCount < criteria.length && (
              <span>{t('feedback.ratedCriteria', { rated: ratedCount, total: criteria.length })}</span>
            )}
            <Time at={rating.createdAt} exact="minute" />
          </p>
        </div>
      </div>
      {rating.feedback !== '' && (
        <p className={list.text} dir="auto">
          {rating.feedback}
        </p>
      )}
      <ul
        className={list.criteria}
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
