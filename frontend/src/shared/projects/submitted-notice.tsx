import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { ProjectLink } from './project-link.tsx'
import { t } from '../i18n/t.ts'

/** Says that the project of a day is in, instead of an invitation to submit one. */
export const SubmittedNotice = ({ project }: { project: Pick<ProjectCard, '_id' | 'day'> }) => (
  <Banner kind="success" title={t('projects.dayIsIn', { day: project.day })}>
    <ProjectLink projectId={project._id}>{t('common.viewProject')}</ProjectLink>
  </Banner>
)
