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
import { Badge, Card, SectionCard, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { Screenshot } from '../../shared/projects/project-parts.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { CriteriaBar } from '../../shared/ui/progress/slash-bars.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './feedback.module.css'
import list from './feedback-list.module.css'

/** A project with the ratings that were loaded, newest first. */
export type Feedback = Omit<RatingsResponse, 'success' | 'project'> & {
  project: NonNullable<RatingsResponse['project']>
}

export const Ratings = ({ feedback, view }: { feedback: Feedback; view: LiveView<Feedback> }) => {
  const { ratings, nextCursor, neighbours } = feedback
  const isRated = feedback.ratingCount > 0
  return (
    <>
      {isRated && <ScoreByCriterion feedback={feedback} />}
      <div className={frames.rail}>
        <section className={layout.stack12} aria-labelledby="feedback-title">
          <header className={list.head}>
            <h2 id="feedback-title">{t('common.feedback')}</h2>
            {ratings.length > 0 && <span>{t('feedback.newestFirst')}</span>}
          </header>
          {ratings.length === 0 ? (
            <EmptyState
              title={t('feedback.noFeedback')}
              text={t('feedback.ratingsAppearHere')}
              heading="h3"
            />
          ) : (
            <ul aria-label={t('common.ratings')}>
              {ratings.map((rating) => (
                <RatingItem key={rating.id} rating={rating} />
              ))}
            </ul>
          )}
          {nextCursor !== null && (
            <Button className={list.more} busy={view.moreState === 'loading'} onClick={view.loadMore}>
              {t(view.moreState === 'failed' ? 'common.loadFailedTryAgain' : 'feedback.earlierRatings')}
            </Button>
          )}
        </section>
        {(isRated || neighbours.length > 0) && (
          <aside className={layout.stack20} aria-label={t('feedback.figures')}>
            {isRated && (
              <>
                <Distribution counts={feedback.spread} />
                <SectionCard title={t('feedback.officialAndCommunity')} padding="medium">
                  <DescriptionList
                    className={css.kinds}
                    entries={[
                      [t('feedback.official'), average(feedback.official)],
                      [t('common.community'), average(feedback.community)],
                    ]}
                  />
                  <p className={css.note}>{t('feedback.whatCounts')}</p>
                </SectionCard>
              </>
            )}
            {neighbours.length > 0 && <NeighbouringDays projects={neighbours} />}
          </aside>
        )}
      </div>
    </>
  )
}

const average = ({ averageRating, ratingCount }: Feedback['official']) =>
  ratingCount === 0 ? (
    t('feedback.noneYet')
  ) : (
    <StarRating value={averageRating} count={ratingCount} size={15} />
  )

/** The averages of the criteria beside the averages of the day, as bars and as a radar chart, which is also offered as a table. */
const ScoreByCriterion = ({ feedback: { averages, dayAverages, project } }: { feedback: Feedback }) => {
  const { day } = project
  const rows = criteria.map(({ key, label }) => ({
    label,
    value: averages[key] ?? 0,
    ofDay: dayAverages[key],
  }))
  const rated = rows.filter(({ value }) => value > 0).sort((left, right) => right.value - left.value)
  const unrated = rows.filter(({ value }) => value === 0).map(({ label }) => label)
  const [best, worst] = [rated[0], rated.at(-1)]
  return (
    <Card as="section" padding="none" className={css.criteria} aria-labelledby="criteria-title">
      <div className={css.radar}>
        <CriteriaRadar
          values={toValues(averages)}
          average={
            rows.every(({ ofDay }) => ofDay !== null) ? { day, values: toValues(dayAverages) } : undefined
          }
        />
      </div>
      <div className={css.bars}>
        <h2 id="criteria-title">{t('feedback.scoreByCriterion')}</h2>
        <ul className={css.criterionBars}>
          {rows.map(({ label, value, ofDay }) => (
            <li key={label}>
              <CriteriaBar label={label} value={value} />
              {value > 0 && ofDay !== null && (
                <span className={css.difference} data-above={value > ofDay || undefined}>
                  {formatDifference(value - ofDay)}
                </span>
              )}
            </li>
          ))}
        </ul>
        {best && worst && best.value !== worst.value && (
          <p className={css.extremes}>
            <span>{t.rich('feedback.strongest', { criterion: best.label })}</span>
            <span>{t.rich('feedback.mostToGain', { criterion: worst.label })}</span>
          </p>
        )}
        {unrated.length > 0 && (
          <p className={css.note}>{t('feedback.notRatedCriteria', { criteria: unrated.join(', ') })}</p>
        )}
        {rows.some(({ ofDay }) => ofDay !== null) && (
          <p className={css.note}>{t('feedback.comparedWith', { day })}</p>
        )}
      </div>
    </Card>
  )
}

const toValues = (averages: Feedback['averages']) => perCriterion((criterion) => averages[criterion] ?? 0)

/** The difference of a criterion to the day's average: "+0.7 vs day", "−0.2 vs day", "same as the day". */
function formatDifference(exact: number): string {
  const difference = Math.round(exact * 10) / 10
  if (difference === 0) return t('ratingCharts.sameAsDay')
  const signed = `${difference > 0 ? '+' : '−'}${formatScore(Math.abs(difference))}`
  return t('ratingCharts.comparedWithDay', { difference: signed })
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

/** The projects of the same participant on the days after and before, each with a link to its ratings. */
const NeighbouringDays = ({ projects }: { projects: Feedback['neighbours'] }) => (
  <SectionCard title={t('feedback.neighbouringDays')} padding="medium">
    <ul>
      {projects.map((project) => (
        <li key={project._id}>
          <Link to={paths.projectRatings(project._id)} className={css.project}>
            <Screenshot className={css.picture} project={project} />
            <span className={css.words}>
              <strong dir="auto">{formatName(project.projectName)}</strong>
              <span className={css.day}>{t('common.day', { day: project.day })}</span>
            </span>
            <ArrowRight size={16} />
          </Link>
        </li>
      ))}
    </ul>
  </SectionCard>
)

const RatingItem = ({ rating }: { rating: Feedback['ratings'][number] }) => {
  const { official, feedback } = rating
  const name = formatName(rating.raterName)
  // Participants rate a project overall, in the place of the fifth criterion of admins.
  const given = criteria.map(({ key, label }) => ({
    label: key === 'completeness' && !official ? t('common.overall') : label,
    stars: rating.criteria[key],
  }))
  const ratedCount = given.filter(({ stars }) => stars > 0).length
  return (
    <li className={list.rating}>
      <div className={list.rater}>
        {/* The id of the rater is not public. */}
        <Avatar id={rating.raterName} name={rating.raterName} size={44} />
        <div className={list.words}>
          <p className={list.name}>
            <strong dir="auto">{name}</strong>
            <Badge
              tone={official ? 'info' : 'neutral'}
              icon={official ? <ShieldCheck /> : <Users />}
              label={t(official ? 'feedback.official' : 'common.community')}
            />
          </p>
          <p className={list.facts}>
            <StarRating value={rating.average} size={15} />
            {ratedCount < given.length && (
              <span>{t('feedback.ratedCriteria', { rated: ratedCount, total: given.length })}</span>
            )}
            <Time at={rating.createdAt} exact="minute" />
          </p>
        </div>
      </div>
      {feedback !== '' && (
        <p className={list.text} dir="auto">
          {feedback}
        </p>
      )}
      <ul className={list.criteria} aria-label={t('feedback.criteriaBy', { name })}>
        {given.map(({ label, stars }) => (
          <li key={label}>
            <span aria-hidden="true">{label}</span>
            {stars === 0 ? (
              <em aria-label={t('feedback.criterionNotRated', { criterion: label })}>
                {t('common.notRatedBadge')}
              </em>
            ) : (
              <CriteriaBar value={stars} small />
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
