// The form with which an admin rates a project: stars for the five criteria, the resulting score, and feedback, also from saved texts. What is
// typed stays on this device until it is sent, and a project that changed meanwhile leads to a question. `RatingSubmitted` is what the screen
// shows afterwards; it leads to the projects of the participant.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { useRef, useState } from 'react'
import { LaterChangeDialog } from '../../shared/reviews/later-change.tsx'
import { criteria as allCriteria } from '../../shared/charts/ratings/criteria.ts'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { request } from '../../shared/http/http.ts'
import { LeaveQuestion, Rated, StarInput } from '../../shared/ui/rating/star-input.tsx'
import { SavedTextField, usedTextId, type InsertedText } from '../../shared/saved-texts/saved-text-field.tsx'
import { ReadOnlyNotice } from '../../shared/team/permissions.tsx'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { paths } from '../../shared/navigation/router.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { t, formatList, formatName, formatScore } from '../../shared/i18n/t.ts'
import css from './rating-form.module.css'

type RatingFormProps = {
  project: ProjectCard
  /** For an admin who sees the rating and may not give one. */
  isReadOnly: boolean
  /** The earlier rating of this admin, which a new one replaces. */
  ownRating: OwnRating | null
  onSubmitted: (response: SubmitRatingResponse) => void
  /** Shows the project as it is now. */
  onReload: () => void
}

export const RatingForm = ({ project, isReadOnly, ownRating, onSubmitted, onReload }: RatingFormProps) => {
  // Not that of a later load: the form is about what the admin saw when it began.
  const seenVersion = useRef(project.version)
  const [inserted, setInserted] = useState<InsertedText>()
  const [conflict, setConflict] = useState<LaterChange>()
  const form = useForm({
    schema: async () => {
      const { submitRatingRequest } = await import('@thirty/contracts/judging/ratings-api.ts')
      // The project and its version come from the screen.
      return submitRatingRequest
        .omit({ projectId: true, savedText: true, version: true })
        .extend({ feedback: submitRatingRequest.shape.feedback.unwrap() })
    },
    defaultValues: {
      criteria: ownRating?.criteria ?? perCriterion(() => 0),
      feedback: ownRating?.feedback ?? '',
    },
    failureText: t('common.ratingFailed'),
    unsent: isReadOnly ? undefined : `rating-${project._id}`,
    send: (rating) =>
      request('POST', '/api/ratings/submit', {
        body: {
          ...rating,
          projectId: project._id,
          version: seenVersion.current,
          savedText: usedTextId(inserted, rating.feedback),
        },
      }),
    onDone: onSubmitted,
    onFailure: ({ change }) => setConflict(change),
  })
  const criteria = form.control('criteria').value
  const ratedCount = ratedCriteria.filter(({ key }) => criteria[key] > 0).length
  /** Ends the dialog about a conflict: the admin has read about this change, and no later one. */
  const acceptChange = (change: LaterChange, next: () => void) => () => {
    seenVersion.current = change.version
    setConflict(undefined)
    next()
  }
  return (
    <form className={css.form} {...form.props}>
      <header className={css.head}>
        <div>
          <h2>{isReadOnly ? t('common.rating') : t('adminRating.rateProject')}</h2>
          {!isReadOnly && <p className={css.keys}>{t('adminRating.pressKeys')}</p>}
        </div>
        <output className={css.score}>
          {ratedCount > 0 && (
            <>
              <span className={css.figure}>
                <strong className={css.value}>{formatScore(calculateRatingAverage(criteria))}</strong>
                {'/5'}
              </span>
              {ratedCount < 5 && (
                <span className={css.base}>{t('adminRating.ratedCount', { count: ratedCount })}</span>
              )}
            </>
          )}
        </output>
      </header>
      <ReadOnlyNotice permission="review-projects" />
      {ownRating && (
        <p className={css.note}>
          {t.rich('common.ratedBefore', { time: () => <Time at={ownRating.createdAt} exact="date" /> })}
        </p>
      )}
      {(!isReadOnly || ratedCount > 0) && (
        <div className={css.radar}>
          <CriteriaRadar values={ratedCount > 0 ? criteria : null} table={false} />
        </div>
      )}
      <div className={css.rows}>
        {ratedCriteria.map(({ key, label }) => (
          <div key={key} className={css.row}>
            <span className={css.name} aria-hidden="true">
              {label}
            </span>
            <StarInput
              label={label}
              labelHidden
              value={criteria[key]}
              disabled={form.pending || isReadOnly}
              onValueChange={form.control(`criteria.${key}`).onValueChange}
            />
          </div>
        ))}
      </div>
      <SavedTextField
        kind="feedback"
        control={form.control('feedback')}
        values={{
          name: formatName(project.user.fullName),
          project: project.projectName,
          day: String(project.day),
        }}
        onInserted={setInserted}
        label={t('common.feedback')}
        placeholder={t('adminRating.feedbackHint')}
        disabled={isReadOnly}
      />
      <FormMessages form={form} />
      <LeaveQuestion asks={form.fields.formState.isDirty && !isReadOnly && !form.pending} />
      {!isReadOnly && (
        <div className={css.action}>
          <SubmitButton
            form={form}
            size="large"
            wide
            busyText={t('common.submitting')}
            disabled={form.pending || ratedCount === 0}
            reason={ratedCount === 0 ? t('serverTexts.noCriterion') : undefined}
          >
            {t('common.submitRating')}
          </SubmitButton>
        </div>
      )}
      {ratedCount > 0 && <p className={css.note}>{formatUnratedNote(criteria)}</p>}
      {conflict && (
        <LaterChangeDialog
          projectName={project.projectName}
          change={conflict}
          decision={{ what: 'rated', average: calculateRatingAverage(criteria) }}
          onDecideAgain={acceptChange(conflict, () => form.props.ref.current?.requestSubmit())}
          onView={acceptChange(conflict, onReload)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  )
}

/** The criteria in the order of the form, which writes one of them as the export does. */
const ratedCriteria = allCriteria.map(({ key, label }) => ({
  key,
  label: key === 'codeQuality' ? t('adminRating.codeQuality') : label,
}))

/** Names the criteria without stars: "Usability counts as 0 until you rate it." Returns undefined once all are rated. */
function formatUnratedNote(given: Criteria): string | undefined {
  const unrated = ratedCriteria.filter(({ key }) => given[key] === 0).map(({ label }) => label)
  if (unrated.length === 0) return undefined
  return t('adminRating.unrated', { count: unrated.length, criteria: formatList(unrated) })
}

type RatingSubmittedProps = { average: number; userId: string; redirects: boolean }

/** Leads to the projects of a participant, by itself if `redirects`: unless the admin has chosen another way to continue. */
export const RatingSubmitted = ({ average, userId, redirects }: RatingSubmittedProps) => (
  <Rated
    title={t('adminRating.submitted')}
    path={paths.admin.userProjects(userId)}
    redirectAfterMs={redirects ? 2500 : undefined}
    other={
      <ButtonLink to={paths.admin.submissions} kind="field-outline">
        {t('adminRating.backToSubmissions')}
      </ButtonLink>
    }
  >
    <p className={css.average}>
      <strong className={css.submittedValue}>{formatScore(average)}</strong>
      {'/5'}
    </p>
    {redirects && <p>{t('adminRating.redirecting')}</p>}
  </Rated>
)
