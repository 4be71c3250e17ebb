// The screen on which an admin rates a project. It is opened from the submissions or from a user's projects.

import { useDeferredValue } from 'react'
import { useParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { isNotFound } from '../../shared/http/request-failed.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import frames from '../../shared/styles/frames.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm, SkeletonProjectHead, SkeletonText } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ratedProject } from './api.ts'
import { BackToProjects } from './back-to-projects.tsx'
import { screenshotSizes } from './project-details.tsx'
import { RatingLayout } from './rating-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import details from './project-details.module.css'
import rating from './rating-layout.module.css'
import css from './rate-project-screen.module.css'

export const RateProjectScreen = () => {
  const { projectId = '', userId } = useParams()
  const backPath = userId === undefined ? paths.admin.submissions : paths.admin.userProjects(userId)
  const { state, data, message, error, reload } = useLiveData(ratedProject, projectId)
  usePageTitle(data && t('adminRating.rateNamed', { project: data.project.projectName }))
  // The project takes long to render on a slow phone: React does it in short steps, between which the page answers.
  const shown = useDeferredValue(data !== undefined) ? data : undefined
  return (
    <div className={`${frames.admin} ${css.screen}`}>
      {state !== 'failed' && !shown && <RatingOutline backPath={backPath} />}
      {state === 'failed' && (
        <NotFound
          message={isNotFound(error) ? t('adminRating.withdrawnOrEarlier') : message}
          backPath={backPath}
          onRetry={reload}
        />
      )}
      {shown && <RatingLayout key={projectId} {...shown} backPath={backPath} onReload={reload} />}
    </div>
  )
}

const NotFound = ({
  message,
  backPath,
  onRetry,
}: {
  message: string
  backPath: string
  onRetry: () => void
}) => {
  usePageTitle(t('serverTexts.projectNotFound'))
  return (
    <div className={css.plate} role="alert">
      <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
      <EmptyState
        title={t('serverTexts.projectNotFound')}
        action={
          <span className={css.actions}>
            <ButtonLink to={backPath} kind="primary">
              {t('adminRating.backToProjects')}
            </ButtonLink>
            <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
          </span>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}

/** The screen of a rating whose project is loading: what it shows later, in the same places. */
const RatingOutline = ({ backPath }: { backPath: string }) => (
  <div className={rating.columns}>
    <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
    <div className={rating.back}>
      <BackToProjects path={backPath} />
    </div>
    <div className={details.project}>
      <SkeletonProjectHead />
      <span className={details.picture}>
        <ScreenshotOutline sizes={screenshotSizes} />
      </span>
      <SkeletonText />
    </div>
    <Card className={rating.rating}>
      <SkeletonForm fields={5} />
    </Card>
  </div>
)
