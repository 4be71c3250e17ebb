// The project that an admin rates: screenshot, texts, links, and the participant with the days so far. For submissions that are approved or
// rejected it is in `admin-submissions/review/review-layout.tsx`.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { ExternalLink, GitBranch, MessageCircle } from 'lucide-react'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { useStandingForAdmins } from '../../shared/leaderboard/use-standing-for-admins.ts'
import { PersonLink, formatFirstName, Avatar } from '../../shared/people/people.tsx'
import { ProjectButtonLink, ProjectChips, Screenshot } from '../../shared/projects/project-parts.tsx'
import { ButtonAnchor } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/surfaces.tsx'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-marks.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import css from './project-details.module.css'

/** The width of the screenshot, as `sizes` of HTML. */
export const screenshotSizes = '(min-width: 1200px) 700px, 100vw'

/** `hasProgress`: whether the days of the owner are shown, whose colours say how this project was rated. */
export const ProjectDetails = ({ project, hasProgress }: { project: ProjectCard; hasProgress: boolean }) => {
  const { user, submissionDate } = project
  const name = formatName(user.fullName) || user.username || t('common.unknownPerson')
  return (
    <article className={css.project}>
      <header className={css.head}>
        <ChallengeDayBadge day={project.day} />
        <h1 dir="auto">{formatName(project.projectName)}</h1>
        <div className={css.links}>
          <ProjectButtonLink projectId={project._id} icon={<MessageCircle />}>
            {t('common.comments')}
          </ProjectButtonLink>
          <ButtonAnchor href={project.liveLink} target="_blank" icon={<ExternalLink />}>
            {t('adminRating.viewDemo')}
          </ButtonAnchor>
          <ButtonAnchor href={project.repoLink} target="_blank" icon={<GitBranch />}>
            {t('adminRating.viewCode')}
          </ButtonAnchor>
        </div>
      </header>
      <p className={css.person}>
        <Avatar id={user._id} name={name} image={user.profileImage} size={32} />
        <PersonLink userId={user._id}>
          <strong dir="auto">{name}</strong>
        </PersonLink>
        <span>
          {t.rich('adminRating.submittedOn', { time: () => <Time at={submissionDate} exact="date" /> })}
        </span>
      </p>
      <Screenshot className={css.picture} project={project} isMain sizes={screenshotSizes} />
      <p className={css.text} dir="auto">
        {project.description}
      </p>
      <div className={css.tools}>
        <ProjectChips project={project} />
      </div>
      {hasProgress && <ParticipantProgress person={user} />}
    </article>
  )
}

/** The thirty days of the project's owner. Omitted if the owner is not ranked. */
const ParticipantProgress = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStandingForAdmins(person._id)
  if (!standing) return null
  const { rank, projectsSubmitted: projects, projectQuality, days } = standing
  return (
    <Card as="section" padding="medium" className={css.progress}>
      <p className={css.standing}>
        <strong>{t('adminRating.soFar', { name: formatFirstName(person) })}</strong>
        <span>
          {t('adminRating.standing', { place: rank, projects, quality: Math.round(projectQuality) })}
        </span>
      </p>
      <StandingStrip entry={{ name: person.fullName, days }} size="xl" />
    </Card>
  )
}
