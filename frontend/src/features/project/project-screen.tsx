// One project in full: what it is, how it is rated, what others say, and the form to rate it.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useParams } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { LoadedThing } from '../../shared/live/loaded.tsx'
import { backTarget, type BackTarget } from '../../shared/navigation/back-target.ts'
import { isAdminSession, ownUserId, useSession } from '../../shared/session/session.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ProjectArticle, screenshotSizes } from './project-article.tsx'
import { openProject } from './open-project.ts'
import { RatingCard, AdminRatingCard, JumpToRating } from './rating/rating-card.tsx'
import { Comments } from './reactions/comments.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { SkeletonText } from '../../shared/ui/feedback/states.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import css from './project-screen.module.css'
import article from './project-article.module.css'

export const ProjectScreen = () => {
  const { projectId = '' } = useParams()
  const target = backTarget(useLocation().state)
  const view = useLiveData(openProject, projectId)
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink to={target.path} label={target.label} />
      {!view.data && <h1 className={hidden.visuallyHidden}>{t('common.project')}</h1>}
      <LoadedThing
        view={view}
        nameOf={({ project }) => project.projectName}
        loading={<ProjectOutline key={projectId} />}
        failed={t('project.notLoaded')}
        advice={t('common.projectUnavailable')}
        gone={{
          title: t('serverTexts.projectNotFound'),
          children: t('common.withdrawnOrIncomplete'),
          action: (
            <ButtonLink to={target.path} kind="primary" icon={<ArrowLeft />}>
              {t('project.backTo', { place: target.label })}
            </ButtonLink>
          ),
        }}
      >
        {({ project }) => <ShownProject key={projectId} project={project} target={target} />}
      </LoadedThing>
    </div>
  )
}

const ShownProject = ({ project, target }: { project: ProjectCard; target: BackTarget }) => {
  const { _id: projectId, user } = project
  const isOwn = useSession(() => ownUserId()) === user._id
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  // What admins look at in their work is no interest in the project.
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const mayCount = !isOwn && !isPending && !isAdmin
  useEffect(() => {
    if (!mayCount) return
    // The number of views is only informative.
    request('POST', '/api/projects/:projectId/view', { params: { projectId } }).catch(() => undefined)
  }, [mayCount, projectId])
  return (
    <div className={css.columns}>
      {/* A block, in which the button sticks to the bottom of the window until the text ends. */}
      <div>
        <ProjectArticle project={project} />
        {!isOwn && !isAdmin && project.status !== 'rejected' && <JumpToRating />}
      </div>
      {isAdmin ? (
        <AdminRatingCard project={project} />
      ) : (
        <RatingCard project={project} isOwn={isOwn} back={target} />
      )}
      <Comments project={project} />
    </div>
  )
}

/** A project that is loading. */
const ProjectOutline = () => (
  <div className={css.columns}>
    <div className={article.project}>
      <span className={layout.framed}>
        <ScreenshotOutline sizes={screenshotSizes} />
      </span>
      <SkeletonText />
    </div>
  </div>
)
