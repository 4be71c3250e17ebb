// The project itself, on its screen: screenshot, facts, current rating, text and links, and the buttons to like, comment and share.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { ExternalLink, Eye, GitBranch, MessageCircle, Heart } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { formatName, formatProjectName } from '../../shared/format/format-name.ts'
import { PersonLink } from '../../shared/people/person-link.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ProjectChips } from '../../shared/projects/project-chips.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { StatusBadge } from '../../shared/ui/display/badge.tsx'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-day-badge.tsx'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { jumpTo } from './jump-to.ts'
import { openProject, changeShownProject } from './open-project.ts'
import { commentsId } from './reactions/comments.tsx'
import { t } from '../../shared/i18n/t.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { request } from '../../shared/http/http.ts'
import { ButtonAnchor, Button } from '../../shared/ui/controls/button.tsx'
import { useToastedSubmit } from '../../shared/ui/feedback/use-toasted-submit.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './project-article.module.css'

/** The width of the screenshot, as `sizes` of HTML. */
export const screenshotSizes = '(min-width: 960px) 700px, 100vw'

export const ProjectArticle = ({ project }: { project: ProjectCard }) => (
  <article className={css.project}>
    <span className={layout.framed}>
      <Screenshot src={project.imageUrl} projectName={project.projectName} eager sizes={screenshotSizes} />
    </span>
    <div className={css.bar}>
      <span className={css.marks}>
        <ChallengeDayBadge day={project.day} />
        <Difficulty level={challengeBrief(project.day).difficulty} />
        <StatusBadge status={project.status} />
      </span>
      <Reactions project={project} />
    </div>
    <h1 dir="auto">{formatProjectName(project.projectName)}</h1>
    <Facts project={project} />
    <p className={css.text} dir="auto">
      {project.description}
    </p>
    <footer className={css.footer}>
      <ProjectChips project={project} />
      <div className={css.links}>
        <ButtonAnchor href={project.repoLink} target="_blank" icon={<GitBranch />}>
          {t('common.repository')}
        </ButtonAnchor>
        <ButtonAnchor href={project.liveLink} target="_blank" kind="primary" icon={<ExternalLink />}>
          {t('project.openLive')}
        </ButtonAnchor>
      </div>
    </footer>
  </article>
)

const Reactions = ({ project }: { project: ProjectCard }) => (
  <span className={css.reactions}>
    <LikeButton project={project} />
    <button type="button" className={css.comment} onClick={() => jumpTo(commentsId)}>
      <MessageCircle size={18} />
      <span>{t('project.addComment')}</span>
      {project.comments > 0 && <span>{formatNumber(project.comments)}</span>}
    </button>
    <ShareButton kind="quiet" title={project.projectName} path={paths.project(project._id)} />
  </span>
)

const Facts = ({ project }: { project: ProjectCard }) => {
  const { user, submissionDate, averageRating, ratingCount, views } = project
  const name = formatName(user.fullName) || user.username || t('common.unknownPerson')
  return (
    <div className={css.facts}>
      <span className={css.person}>
        <Avatar id={user._id} name={name} image={user.profileImage} size={36} />
        <span>
          {t.rich('project.submittedBy', {
            person: () => (
              <PersonLink userId={user._id}>
                <strong dir="auto">{name}</strong>
              </PersonLink>
            ),
            time: () => <Time at={submissionDate} exact="date" />,
          })}
        </span>
      </span>
      <Link to={paths.projectRatings(project._id)} className={css.score}>
        {ratingCount > 0 ? <StarRating value={averageRating} count={ratingCount} /> : t('common.notRatedYet')}
      </Link>
      <span className={css.views}>
        <Eye size={16} />
        {t('project.views', { count: views })}
      </span>
      <LiveConnectionPill view={useLiveData(openProject, project._id)} subject={t('common.figures')} />
    </div>
  )
}

/** Likes the project, or takes the like back. The number counts the likes of all. */
const LikeButton = ({ project }: { project: ProjectCard }) => {
  const { _id: projectId, likes, likedByMe: liked = false } = project
  const { pending, run } = useToastedSubmit(t(liked ? 'project.likeNotRemoved' : 'project.notLiked'))
  const change = async () => {
    const response = await run(() =>
      request(liked ? 'DELETE' : 'PUT', '/api/projects/:projectId/like', { params: { projectId } }),
    )
    if (response) changeShownProject(projectId, { likes: response.likes, likedByMe: response.likedByMe })
  }
  return (
    <Button
      kind="quiet"
      aria-pressed={liked}
      // A rejected project takes no new likes.
      disabled={project.status === 'rejected' && !liked}
      aria-disabled={pending || undefined}
      icon={<Heart {...(liked && { fill: 'currentColor' })} />}
      onClick={() => void change()}
    >
      <span>{t('project.like')}</span>
      {likes > 0 && <span>{formatNumber(likes)}</span>}
    </Button>
  )
}
