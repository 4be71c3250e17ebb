// The card beside a project: for participants the form to rate it, why it cannot be rated, or thanks; for admins the link to their own
// screen for that, `features/admin-rating`.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { useEffect, useRef, useState } from 'react'
import { CircleCheck, Star } from 'lucide-react'
import { request } from '../../../shared/http/http.ts'
import { liveData, useLiveData } from '../../../shared/live/live-data.ts'
import { Loaded } from '../../../shared/live/loaded.tsx'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { SkeletonForm } from '../../../shared/ui/feedback/states.tsx'
import type { BackTarget } from '../../../shared/navigation/back-target.ts'
import { changeShownProject } from '../open-project.ts'
import { RatingForm } from './rating-form.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { paths, useNavigate } from '../../../shared/navigation/router.ts'
import { ButtonLink, Button } from '../../../shared/ui/controls/button.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { formatScore } from '../../../shared/format/format-figures.ts'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { jumpTo } from '../jump-to.ts'
import words from '../../../shared/styles/words.module.css'
import css from './rating.module.css'

/** The rating that the user has given a project, null without one. The form begins with it. */
const ownRatingOf = liveData<OwnRating | null, string>({
  load: async (projectId, signal) =>
    (await request('GET', '/api/ratings/project/:projectId/mine', { params: { projectId }, signal })).rating,
  failedText: t('project.ratingNotLoaded'),
  isAlwaysFresh: true,
})

type RatingCardProps = { project: ProjectCard; isOwn: boolean; back: BackTarget }

export const RatingCard = ({ project, isOwn, back }: RatingCardProps) => {
  const [submitted, setSubmitted] = useState<SubmitRatingResponse>()
  const element = useRef<HTMLDivElement>(null)
  const card = {
    as: 'aside',
    ref: element,
    id: ratingCardId,
    tabIndex: -1,
    className: css.card,
    'aria-label': t('common.rating'),
  } as const
  if (submitted) {
    return (
      <Card {...card} padding="none">
        <ThankYou
          average={submitted.average}
          back={back}
          onStay={() => {
            setSubmitted(undefined)
            // The button disappears; the card stays.
            element.current?.focus({ preventScroll: true })
          }}
        />
      </Card>
    )
  }
  const showSubmitted = (response: SubmitRatingResponse) => {
    const { averageRating, ratingCount } = response
    changeShownProject(project._id, { averageRating, currentRating: averageRating, ratingCount })
    setSubmitted(response)
  }
  return (
    <Card {...card} padding="large">
      <CardTitle>{isOwn ? t('project.ratingsOfProject') : t('project.rateProject')}</CardTitle>
      {isOwn ? (
        <OwnProject project={project} />
      ) : project.status === 'rejected' ? (
        <Banner kind="warning">{t('common.notRateable')}</Banner>
      ) : (
        <LoadedForm project={project} onSubmitted={showSubmitted} />
      )}
    </Card>
  )
}

const OwnProject = ({ project: { _id: id, ratingCount } }: { project: ProjectCard }) => (
  <div className={css.own}>
    <Banner kind="info">{t('project.ownNotRated')}</Banner>
    <ButtonLink to={paths.projectRatings(id)} kind="primary" wide>
      {t('common.viewFeedback')}
    </ButtonLink>
    <p className={words.quiet}>{ratingCount === 0 ? t('project.nobodyRated') : t('project.readRatings')}</p>
  </div>
)

type LoadedFormProps = { project: ProjectCard; onSubmitted: (response: SubmitRatingResponse) => void }

const LoadedForm = ({ project, onSubmitted }: LoadedFormProps) => (
  <Loaded
    view={useLiveData(ownRatingOf, project._id)}
    loading={<SkeletonForm fields={4} />}
    heading="h3"
    compact
  >
    {(ownRating) => <RatingForm project={project} ownRating={ownRating} onSubmitted={onSubmitted} />}
  </Loaded>
)

/** How long the message is shown before the redirect, in milliseconds. */
const redirectAfterMs = 2000

type ThankYouProps = { average: number; back: BackTarget; onStay: () => void }

/** Confirms the rating and goes back to where the project was opened, unless the user chooses to stay. */
const ThankYou = ({ average, back: { path, label }, onStay }: ThankYouProps) => {
  const navigate = useNavigate()
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(path), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate, path])
  return (
    <div className={css.thanks} data-field role="status">
      <CircleCheck className={css.tick} size={40} strokeWidth={1.9} />
      <h2 ref={heading} tabIndex={-1}>
        {t('project.thankYou')}
      </h2>
      <p>{t.rich('project.youGave', { average: formatScore(average), place: label })}</p>
      <div className={css.links}>
        <ButtonLink to={path} kind="primary">
          {t('common.goThereNow')}
        </ButtonLink>
        <Button kind="field-outline" onClick={onStay}>
          {t('project.stayHere')}
        </Button>
      </div>
    </div>
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

/** The id of the card with the form. */
const ratingCardId = 'rating'

/** On phones, where the form is below the text, a button at the bottom of the window leads to it. */
export const JumpToRating = () => (
  <div className={css.jump}>
    <Button kind="primary" size="large" wide icon={<Star />} onClick={() => jumpTo(ratingCardId)}>
      {t('project.rateProject')}
    </Button>
  </div>
)
