// One project of the user: its state, its rating, and what can be done with it.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { MessageCircle, Heart } from 'lucide-react'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { paths } from '../../../shared/navigation/router.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { request } from '../../../shared/http/http.ts'
import { ProjectLink } from '../../../shared/projects/project-link.tsx'
import { ProjectLinks } from '../../../shared/projects/project-links.tsx'
import { ownSubmissions, withoutSubmission } from '../../../shared/submissions/own-submissions.ts'
import { ButtonLink } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/request-dialog.tsx'
import { Chips, StatusBadge } from '../../../shared/ui/display/badge.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { ReadMore } from '../../../shared/ui/display/read-more.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { StarRating } from '../../../shared/ui/rating/star-rating.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import css from './own-project-card.module.css'

export const OwnProjectCard = ({ project }: { project: ProjectCard }) => (
  <Card as="article" padding="none" className={css.card}>
    <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
    <div className={css.words}>
      <header className={css.head}>
        <h3 dir="auto">
          <ProjectLink projectId={project._id} className={css.name}>
            {formatProjectName(project.projectName)}
          </ProjectLink>
        </h3>
        <Time at={project.submissionDate} />
      </header>
      <Standing project={project} />
      {project.status === 'rejected' && (
        <p className={css.reason}>
          {project.rejectionReason
            ? t('common.reasonIs', { reason: project.rejectionReason })
            : t('common.noReason')}
        </p>
      )}
      <div className={words.smallText} dir="auto">
        <ReadMore text={project.description} subject={project.projectName} />
      </div>
      <Chips
        text={[project.languages, project.frameworks].filter(Boolean).join(', ')}
        label={t('common.madeWith')}
      />
      <Actions project={project} />
    </div>
  </Card>
)

const Standing = ({ project }: { project: ProjectCard }) => {
  const { status, averageRating, ratingCount, likes, comments } = project
  return (
    <p className={layout.facts}>
      <StatusBadge status={status} />
      {averageRating > 0 ? (
        <StarRating value={averageRating} count={ratingCount} />
      ) : (
        <span>{t('common.notRatedYet')}</span>
      )}
      {likes > 0 && (
        <span className={css.figure}>
          <Heart size={15} />
          {t('myProjects.likes', { count: likes })}
        </span>
      )}
      {comments > 0 && (
        <span className={css.figure}>
          <MessageCircle size={15} />
          {t('myProjects.comments', { count: comments })}
        </span>
      )}
    </p>
  )
}

const Actions = ({ project }: { project: ProjectCard }) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  const isChangeable = project.status !== 'approved' && !ended
  return (
    <div className={css.actions}>
      {isChangeable && <Changes project={project} />}
      <span className={css.links}>
        <ProjectLinks project={project} kind="quiet" />
        <ButtonLink to={paths.projectRatings(project._id)}>{t('common.viewFeedback')}</ButtonLink>
      </span>
    </div>
  )
}

/** A project can be revised and withdrawn until it is approved. */
const Changes = ({ project: { _id: projectId, day, projectName } }: { project: ProjectCard }) => {
  const withdraw = async () => {
    await request('DELETE', '/api/projects/:projectId', { params: { projectId } })
    ownSubmissions.change((own) => withoutSubmission(own, projectId))
  }
  return (
    <span className={css.changes}>
      <ButtonLink to={paths.reviseProject(day)} kind="quiet">
        {t('myProjects.revise')}
      </ButtonLink>
      <ConfirmedButton
        kind="quiet"
        label={t('myProjects.withdraw')}
        title={t('myProjects.withdrawQuestion', { project: formatProjectName(projectName) })}
        description={t('myProjects.withdrawText', { day })}
        isDangerous
        failureText={t('myProjects.notWithdrawn')}
        run={withdraw}
        doneText={t('myProjects.withdrawn', { project: formatProjectName(projectName), day })}
      />
    </span>
  )
}
