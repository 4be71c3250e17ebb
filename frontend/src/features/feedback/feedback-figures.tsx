// The figures about a project: its averages by criterion, how many stars its ratings have, its two kinds of ratings, and the projects of
// the days around it.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { ArrowRight } from 'lucide-react'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { Card, SectionCard } from '../../shared/ui/display/card.tsx'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import { t } from '../../shared/i18n/t.ts'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { Link, paths } from '../../shared/navigation/router.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import css from './feedback.module.css'

type Averages = RatingsResponse['averages']

type ScoreByCriterionProps = {
  averages: Averages
  /** The official averages of all projects of the day. */
  day: { day: number; averages: Averages }
}

/** The averages of the criteria beside those of the day, as bars and as a radar chart, which is also offered as a table. */
export const ScoreByCriterion = ({ averages, day }: ScoreByCriterionProps) => {
  const values = toValues(averages)
  const hasDay = Object.values(day.averages).some((average) => average !== null)
  const isDayComplete = Object.values(day.averages).every((average) => average !== null)
  const unrated = criteria.filter(({ key }) => averages[key] === null).map(({ label }) => label)
  return (
    <Card as="section" padding="none" className={css.criteria} aria-labelledby="criteria-title">
      <div className={css.radar}>
        <CriteriaRadar
          values={values}
          average={isDayComplete ? { day: day.day, values: toValues(day.averages) } : undefined}
        />
      </div>
      <div className={css.bars}>
        <h2 id="criteria-title">{t('feedback.scoreByCriterion')}</h2>
        <ul className={css.criterionBars}>
          {criteria.map(({ key, label }) => (
            <li key={key}>
              <CriteriaBar label={label} value={values[key]} />
              <Difference value={values[key]} average={day.averages[key]} />
            </li>
          ))}
        </ul>
        <Extremes averages={averages} />
        {unrated.length > 0 && (
          <p className={css.note}>{t('feedback.notRatedCriteria', { criteria: unrated.join(', ') })}</p>
        )}
        {hasDay && <p className={css.note}>{t('feedback.comparedWith', { day: day.day })}</p>}
      </div>
    </Card>
  )
}

const toValues = (averages: Averages) => perCriterion((criterion) => averages[criterion] ?? 0)

/** The difference of a criterion to the day's average. */
const Difference = ({ value, average }: { value: number; average: number | null }) => {
  // 0 means "not rated".
  if (value === 0 || average === null) return null
  return (
    <span className={css.difference} data-above={value > average || undefined}>
      {formatDifference(value, average)}
    </span>
  )
}

/** Formats the difference to the day's average: "+0.7 vs day", "−0.2 vs day", "same as the day". */
const formatDifference = (value: number, average: number): string => {
  const difference = Math.round((value - average) * 10) / 10
  if (difference === 0) return t('ratingCharts.sameAsDay')
  return t('ratingCharts.comparedWithDay', {
    difference: `${difference > 0 ? '+' : '−'}${formatScore(Math.abs(difference))}`,
  })
}

/** Names the best and the worst criterion, if they differ. */
const Extremes = ({ averages }: { averages: Averages }) => {
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
export const RatingDistribution = ({ counts }: { counts: RatingsResponse['spread'] }) => {
  const maxCount = Math.max(...counts, 1)
  return (
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
  )
}

type Kinds = Pick<RatingsResponse, 'official' | 'community'>

/** The ratings by admins and those by participants, each with its average. */
export const KindsOfRatings = ({ official, community }: Kinds) => (
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

const average = ({ averageRating, ratingCount }: Kinds['official']) =>
  ratingCount === 0 ? (
    t('feedback.noneYet')
  ) : (
    <StarRating value={averageRating} count={ratingCount} size={15} />
  )

/** The projects of the same participant on the days after and before, each with a link to its ratings. */
export const NeighbouringDays = ({ projects }: { projects: RatingsResponse['neighbours'] }) => {
  if (projects.length === 0) return null
  return (
    <SectionCard title={t('feedback.neighbouringDays')} padding="medium">
      <ul>
        {projects.map(({ _id, projectName, day, thumbnailUrl }) => (
          <li key={_id}>
            <Link to={paths.projectRatings(_id)} className={css.project}>
              <span className={css.picture}>
                <Screenshot src={thumbnailUrl} projectName={projectName} />
              </span>
              <span className={css.words}>
                <strong dir="auto">{formatProjectName(projectName)}</strong>
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
