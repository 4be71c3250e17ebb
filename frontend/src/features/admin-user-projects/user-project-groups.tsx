// The projects by day, newest day first, in as many columns as there is room for.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Star } from 'lucide-react'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { groupByDay } from '../../shared/projects/list/project-filter.ts'
import { ProjectLinks } from '../../shared/projects/project-links.tsx'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { useMay } from '../../shared/team/permissions.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Chips, CountBadge, StatusBadge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-day-badge.tsx'
import { ReadMore } from '../../shared/ui/display/read-more.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { SkeletonText } from '../../shared/ui/feedback/skeleton.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './user-project-groups.module.css'

const screenshotRatio = '2 / 1'
/** A little higher: by rounding, the image in its final place must not become the larger paint, which would then come late. */
const outlineRatio = '2 / 1.02'

/** The projects while they are loading. The first page has the screenshot of the newest already. */
export const UserProjectsOutline = () => (
  <div className={css.groups}>
    <Card padding="none" className={css.card}>
      <ScreenshotOutline sizes="100vw" ratio={outlineRatio} />
      <div className={css.outline}>
        <SkeletonText />
      </div>
    </Card>
  </div>
)

export const UserProjectGroups = ({ projects }: { projects: readonly ProjectCard[] }) => (
  <ol className={css.groups} aria-label={t('common.projectsByDay')}>
    {groupByDay(projects).map((group) => (
      <li key={group.day} className={css.group}>
        <h2 className={css.day}>
          <ChallengeDayBadge day={group.day} />
          <span className={css.brief}>{challengeBrief(group.day).title}</span>
          <CountBadge count={group.projects.length} />
        </h2>
        {group.projects.map((project) => (
          <UserProjectCard key={project._id} project={project} />
        ))}
      </li>
    ))}
  </ol>
)

const UserProjectCard = ({ project }: { project: ProjectCard }) => (
  <Card as="article" padding="none" className={css.card}>
    <Screenshot src={project.thumbnailUrl} projectName={project.projectName} ratio={screenshotRatio} />
    <div className={css.words}>
      <header className={css.head}>
        <h3 dir="auto">{formatProjectName(project.projectName)}</h3>
        <StatusBadge status={project.status} />
      </header>
      <p className={words.faint}>
        {t.rich('adminUserProjects.submittedAt', {
          time: () => <Time at={project.submissionDate} exact="minute" />,
        })}
      </p>
      <div className={words.smallText} dir="auto">
        <ReadMore text={project.description} subject={project.projectName} />
      </div>
      <Chips text={project.languages} />
    </div>
    <p className={css.actions}>
      <RateLink projectId={project._id} />
      <ProjectLinks project={project} live={t('adminUserProjects.demo')} size="small" />
    </p>
  </Card>
)

/** Leads to the rating, which admins who may not rate only read. */
const RateLink = ({ projectId }: { projectId: string }) => {
  const mayRate = useMay('review-projects')
  return (
    <ButtonLink
      to={paths.admin.rateProject(projectId)}
      kind="primary"
      size="small"
      className={css.rate}
      icon={<Star />}
    >
      {mayRate ? t('common.rateProject') : t('adminUserProjects.viewRating')}
    </ButtonLink>
  )
}
