import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { ProjectLink } from './project-link.tsx'

/** Says that the project of a day is in, instead of an invitation to submit one. */
export const SubmittedNotice = ({ project }: { project: Pick<ProjectCard, '_id' | 'day'> }) => (
  <Banner kind="success" title={`Day ${project.day} is in.`}>
    <ProjectLink projectId={project._id}>View the project</ProjectLink>
  </Banner>
)
