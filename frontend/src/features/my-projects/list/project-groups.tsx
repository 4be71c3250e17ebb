import { challengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { useToday } from '../../../shared/challenge/current-day.ts'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { groupByDay } from '../../../shared/projects/list/project-filter.ts'
import { t } from '../messages/t.ts'
import { OwnProjectCard } from './own-project-card.tsx'
import css from './list.module.css'

/** The projects by day, newest day first. */
export const ProjectGroups = ({ projects }: { projects: readonly ProjectCard[] }) => {
  const today = useToday()
  return (
    <ol className={css.groups} aria-label={t('projectsByDay')}>
      {groupByDay(projects).map((group) => (
        <li key={group.day} className={css.group}>
          <h2 className={css.day}>
            <DayBadge day={group.day} today={group.day === today} />
            <span>{challengeBrief(group.day).title}</span>
          </h2>
          {group.projects.map((project) => (
            <OwnProjectCard key={project._id} project={project} />
          ))}
        </li>
      ))}
    </ol>
  )
}
