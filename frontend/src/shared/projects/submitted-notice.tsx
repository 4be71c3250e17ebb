import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Banner } from '../ui/feedback/banner.tsx'

/** Says that the project of a day is in, instead of an invitation to submit one. */
export const SubmittedNotice = ({ project }: { project: Pick<ProjectCard, '_id' | 'day'> }) => (
  <Banner kind="success" title={`Day ${project.day} is in.`}>
    <Link to={paths.project(project._id)}>View the project</Link>
  </Banner>
)
