// The card beside a project. Participants have the form to rate it, the reason why they cannot, or thanks; admins have the link to their own
// screen, `features/admin-rating`. The form has stars for the required criteria, an overall rating, which begins at their mean, and an
// optional comment.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { useRef, useState } from 'react'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { request } from '../../shared/http/http.ts'
import { inSentence } from '../../shared/i18n/locale.ts'
import { t, formatScore, formatList } from '../../shared/i18n/t.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import type { BackTarget } from '../../shared/navigation/back-target.ts'
import { paths } from '../../shared/navigation/router.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { LeaveQuestion, Rated, StarInput } from '../../shared/ui/rating/star-input.tsx'
import { Card, CardTitle, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonForm, Loaded } from '../../shared/ui/feedback/states.tsx'
import { TextArea } from '../../shared/ui/forms/field.tsx'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { changeShownProject } from './open-project.ts'
import type { RatingValues } from './rating-schema.ts'
import words from '../../shared/styles/words.module.css'
import css from './rating.module.css'

/** The rating that the user has given a project, null without one. The form begins with it. */
const ownRatingOf = liveData<OwnRating | null, string>({
  load: async (projectId, signal) =>
    (await request('GET', '/api/ratings/project/:projectId/mine', { params: { projectId }, signal })).rating,
  failedText: t('project.ratingNotLoaded'),
  isAlwaysFresh: true,
})

export const ratingCardId = 'rating'

type RatingCardProps = { project: ProjectCard; isOwn: boolean; back: BackTarget }

export const RatingCard = ({ project, isOwn, back }: RatingCardProps) => {
  const { _id: projectId, ratingCount, status } = project
  /** The average of the rating that was submitted. */
  const [given, setGiven] = useState<number>()
  const element = useRef<HTMLDivElement>(null)
  const stay = () => {
    setGiven(undefined)
    // The button disappears; the card stays.
    element.current?.focus({ preventScroll: true })
  }
  return (
    <Card
      as="aside"
      ref={element}
      id={ratingCardId}
      tabIndex={-1}
      padding={given === undefined ? 'large' : 'none'}
      className={css.card}
      aria-label={t('common.rating')}
    >
      {given === undefined ? (
        <>
          <CardTitle>{t(isOwn ? 'project.ratingsOfProject' : 'project.rateProject')}</CardTitle>
          {isOwn ? (
            <div className={css.own}>
              <Banner kind="info">{t('project.ownNotRated')}</Banner>
              <ButtonLink to={paths.projectRatings(projectId)} kind="primary" wide>
                {t('common.viewFeedback')}
              </ButtonLink>
              <p className={words.quiet}>
                {t(ratingCount === 0 ? 'project.nobodyRated' : 'project.readRatings')}
              </p>
            </div>
          ) : status === 'rejected' ? (
            <Banner kind="warning">{t('common.notRateable')}</Banner>
          ) : (
            <LoadedForm projectId={projectId} onSubmitted={setGiven} />
          )}
        </>
      ) : (
        // Goes back to where the project was opened, unless the user chooses to stay.
        <Rated
          title={t('project.thankYou')}
          path={back.path}
          redirectAfterMs={2000}
          other={
            <Button kind="field-outline" onClick={stay}>
              {t('project.stayHere')}
            </Button>
          }
        >
          <p>{t.rich('project.youGave', { average: formatScore(given), place: back.label })}</p>
        </Rated>
      )}
    </Card>
  )
}

/** For admins, who rate on a separate screen: the ways there and to the ratings. */
export const AdminRatingCard = ({ project: { _id: id, status } }: { project: ProjectCard }) => (
  <Card as="aside" padding="large" className={css.card} aria-label={t('common.rating')}>
    <CardTitle>{t('project.ratingsOfProject')}</CardTitle>
    <div className={css.own}>
      {status !== 'rejected' && (
        <Allowed to="review-projects">
          <ButtonLink to={paths.admin.rateProject(id)} kind="primary" wide>
            {t('project.rateProject')}
          </ButtonLink>
        </Allowed>
      )}
      <ButtonLink to={paths.projectRatings(id)} wide>
        {t('common.viewFeedback')}
      </ButtonLink>
    </div>
  </Card>
)

type FormProps = { projectId: string; onSubmitted: (average: number) => void }

const LoadedForm = (props: FormProps) => (
  <Loaded view={useLiveData(ownRatingOf, props.projectId)} loading={<SkeletonForm fields={4} />} compact>
    {(ownRating) => <RatingForm {...props} ownRating={ownRating} />}
  </Loaded>
)

/** The form. The user's earlier rating is replaced. */
const RatingForm = ({ projectId, ownRating, onSubmitted }: FormProps & { ownRating: OwnRating | null }) => {
  const form = useForm({
    schema: async () => (await import('./rating-schema.ts')).communityRatingForm,
    defaultValues: initialRating(ownRating),
    failureText: t('common.ratingFailed'),
    unsent: `rating-${projectId}`,
    fieldNames: { feedback: 'comment' },
    send: ({ comment: feedback, ...given }) => {
      // Admins send the same. An overall rating that is not chosen is the mean of the criteria.
      const rating = { ...given, completeness: overallOf(given) }
      return request('POST', '/api/ratings/submit', { body: { projectId, criteria: rating, feedback } })
    },
    onDone: ({ average, averageRating, ratingCount }) => {
      changeShownProject(projectId, { averageRating, currentRating: averageRating, ratingCount })
      onSubmitted(average)
    },
  })
  const values = form.fields.watch()
  const missing = requiredCriteria
    .filter(({ key }) => values[key] === 0)
    .map(({ label }) => inSentence(label))
  const overall = form.control('completeness')
  const isMean = overall.value === 0
  return (
    <form className={css.form} {...form.props}>
      <p className={words.quiet}>{t('project.beKind')}</p>
      {ownRating && (
        <p className={words.quiet}>
          {t.rich('common.ratedBefore', { time: () => <Time at={ownRating.createdAt} exact="date" /> })}
        </p>
      )}
      {requiredCriteria.map(({ key, label }) => (
        <StarInput key={key} {...form.control(key)} label={label} disabled={form.pending} />
      ))}
      <div className={css.overall}>
        <StarInput
          name="overall"
          label={t('common.overall')}
          hint={isMean ? t('project.overallIsMean') : t('project.overallIsSet')}
          value={overallOf(values)}
          onValueChange={overall.onValueChange}
          disabled={form.pending}
        />
        {!isMean && (
          <Button
            size="small"
            disabled={form.pending}
            onClick={(event) => {
              // The button goes.
              const stars = event.currentTarget.parentElement?.querySelector('input')
              overall.onValueChange(0)
              stars?.focus()
            }}
          >
            {t('project.useMean', { stars: meanOfCriteria(values) })}
          </Button>
        )}
      </div>
      <TextArea
        {...form.text('comment')}
        label={t('common.comment')}
        optional
        placeholder={t('project.whatWorked')}
        rows={4}
        maxLength={5000}
      />
      <FormMessages form={form} />
      <LeaveQuestion asks={form.fields.formState.isDirty && !form.pending} />
      <SubmitButton
        form={form}
        size="large"
        wide
        busyText={t('common.submitting')}
        disabled={form.pending || missing.length > 0}
        reason={missing.length > 0 ? t('project.rateToSubmit', { criteria: formatList(missing) }) : undefined}
      >
        {t('common.submitRating')}
      </SubmitButton>
    </form>
  )
}

/** The criteria that a participant must rate. The stars for `completeness` are their overall rating. */
const requiredCriteria = criteria.filter(({ key }) => key !== 'completeness')

/** Returns the mean of the required criteria that are rated so far, in whole stars; 0 without any. */
function meanOfCriteria(values: Criteria): number {
  const rated = requiredCriteria.map(({ key }) => values[key]).filter((value) => value > 0)
  return rated.length === 0 ? 0 : Math.round(rated.reduce((sum, value) => sum + value, 0) / rated.length)
}

/** Returns the overall stars that the form shows and sends: what the user chose, otherwise the mean of the others. */
const overallOf = (values: Criteria): number => values.completeness || meanOfCriteria(values)

function initialRating(rating: OwnRating | null): RatingValues {
  const given = rating?.criteria ?? perCriterion(() => 0)
  const completeness = given.completeness === meanOfCriteria(given) ? 0 : given.completeness
  return { ...given, completeness, comment: rating?.feedback ?? '' }
}
