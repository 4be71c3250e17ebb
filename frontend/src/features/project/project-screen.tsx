// One project in full: screenshot, facts, current rating, text and links, the buttons to like, comment and share, the card to rate it, and
// what others say.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { ArrowLeft, ExternalLink, Eye, GitBranch, MessageCircle, Heart, Star } from 'lucide-react'
import { useEffect } from 'react'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-marks.tsx'
import { request } from '../../shared/http/http.ts'
import { t, formatName, formatNumber } from '../../shared/i18n/t.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { backTarget, type BackTarget } from '../../shared/navigation/back-target.ts'
import { useLocation, useParams, Link, paths } from '../../shared/navigation/router.ts'
import { PersonLink, Avatar } from '../../shared/people/people.tsx'
import { ProjectChips, Screenshot } from '../../shared/projects/project-parts.tsx'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { isAdminSession, ownUserId, useSession } from '../../shared/session/session.ts'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { ButtonAnchor, Button } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { StatusBadge } from '../../shared/ui/display/surfaces.tsx'
import { Difficulty } from '../../shared/ui/display/marks.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonText, LoadedThing } from '../../shared/ui/feedback/states.tsx'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { openProject, changeShownProject } from './open-project.ts'
import { RatingCard, AdminRatingCard, ratingCardId } from './rating-card.tsx'
import { Comments, commentsId } from './comments.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import css from './project-screen.module.css'

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
        loading={
          <div key={projectId} className={css.columns}>
            <div className={css.project}>
              <span className={layout.framed}>
                <ScreenshotOutline sizes={screenshotSizes} />
              </span>
              <SkeletonText />
            </div>
          </div>
        }
        failed={t('project.notLoaded')}
        advice={t('common.projectUnavailable')}
        gone={{
          title: t('serverTexts.projectNotFound'),
          text: t('common.withdrawnOrIncomplete'),
          link: {
            to: target.path,
            kind: 'primary',
            icon: <ArrowLeft />,
            children: t('project.backTo', { place: target.label }),
          },
        }}
      >
        {({ project }) => <ShownProject key={projectId} project={project} target={target} />}
      </LoadedThing>
    </div>
  )
}

const ShownProject = ({ project, target }: { project: ProjectCard; target: BackTarget }) => {
  const { _id: projectId, user } = project
  const session = useSession((store) => store.session)
  const isOwn = ownUserId() === user._id
  const isAdmin = isAdminSession(session)
  // What admins look at in their work is no interest in the project.
  const mayCount = !isOwn && !isAdmin && !(session.kind === 'user' && session.user.status === 'pending')
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
        {!isOwn && !isAdmin && project.status !== 'rejected' && (
          // On phones, where the form is below the text.
          <div className={css.jump}>
            <Button kind="primary" size="large" wide icon={<Star />} onClick={() => jumpTo(ratingCardId)}>
              {t('project.rateProject')}
            </Button>
          </div>
        )}
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

/**
 * Scrolls to an element and focuses it. A link to its fragment would replace the history state, which has the screen that the
 * project was opened from.
 */
function jumpTo(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView()
  element?.focus({ preventScroll: true })
}

/** The width of the screenshot, as `sizes` of HTML. */
const screenshotSizes = '(min-width: 960px) 700px, 100vw'

export const ProjectArticle = ({ project }: { project: ProjectCard }) => (
  <article className={css.project}>
    <Screenshot className={layout.framed} project={project} isMain sizes={screenshotSizes} />
    <div className={css.bar}>
      <span className={css.marks}>
        <ChallengeDayBadge day={project.day} />
        <Difficulty level={challengeBrief(project.day).difficulty} />
        <StatusBadge status={project.status} />
      </span>
      <span className={css.reactions}>
        <LikeButton project={project} />
        <button type="button" className={css.comment} onClick={() => jumpTo(commentsId)}>
          <MessageCircle size={18} />
          <span>{t('project.addComment')}</span>
          {project.comments > 0 && <span>{formatNumber(project.comments)}</span>}
        </button>
        <ShareButton kind="quiet" title={project.projectName} path={paths.project(project._id)} />
      </span>
    </div>
    <h1 dir="auto">{formatName(project.projectName)}</h1>
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
    const method = liked ? 'DELETE' : 'PUT'
    const changed = await request(method, '/api/projects/:projectId/like', { params: { projectId } })
    changeShownProject(projectId, { likes: changed.likes, likedByMe: changed.likedByMe })
  }
  return (
    <Button
      kind="quiet"
      aria-pressed={liked}
      // A rejected project takes no new likes.
      disabled={project.status === 'rejected' && !liked}
      aria-disabled={pending || undefined}
      icon={<Heart {...(liked && { fill: 'currentColor' })} />}
      onClick={() => void run(change)}
    >
      <span>{t('project.like')}</span>
      {likes > 0 && <span>{formatNumber(likes)}</span>}
    </Button>
  )
}
