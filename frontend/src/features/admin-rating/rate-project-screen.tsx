import { useDeferredValue } from 'react'
import { useParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { fetchProject } from './api.ts'
import { RatingOutline } from './rating-outline.tsx'
import { RatingLayout } from './rating-layout.tsx'
import { t } from './messages/t.ts'
import css from './rate-project-screen.module.css'

/** The screen on which an admin rates a project. It is opened from the submissions or from a user's projects. */
export const RateProjectScreen = () => {
  const { projectId = '', userId } = useParams()
  const backPath = userId === undefined ? paths.admin.submissions : paths.admin.userProjects(userId)
  const loaded = useLoadState({
    queryKey: ['rated-project', projectId],
    queryFn: (signal) => fetchProject(projectId, signal),
    fallback: t('couldNotLoad'),
    isAlwaysFresh: true,
  })
  const isReady = loaded.state === 'ready'
  usePageTitle(isReady ? t('rateNamed', { project: loaded.value.project.projectName }) : undefined)
  // The project takes long to render on a slow phone: React does it in short steps, between which the page answers.
  const isShown = useDeferredValue(isReady) && isReady
  return (
    <div className={`${layout.admin} ${css.screen}`}>
      {loaded.state !== 'failed' && !isShown && <RatingOutline backPath={backPath} />}
      {loaded.state === 'failed' && (
        <NotFound message={loaded.message} backPath={backPath} onRetry={loaded.retry} />
      )}
      {isShown && (
        <RatingLayout key={projectId} {...loaded.value} backPath={backPath} onReload={loaded.reload} />
      )}
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
  usePageTitle(t('notFound'))
  return (
    <div className={css.plate} role="alert">
      <h1 className={hidden.visuallyHidden}>{t('rateProject')}</h1>
      <EmptyState
        title={t('notFound')}
        action={
          <span className={css.actions}>
            <ButtonLink to={backPath} kind="primary">
              {t('backToProjects')}
            </ButtonLink>
            <Button onClick={onRetry}>{t('tryAgain')}</Button>
          </span>
        }
      >
        {message === t('notFound') ? t('withdrawnOrEarlier') : message}
      </EmptyState>
    </div>
  )
}
