import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../../app/paths.ts'

type ProjectLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'state'> & { projectId: string }

/** A link to a project. The history state has the screen that it is on (`from`), so that the project can lead back there. */
export const ProjectLink = ({ projectId, ...rest }: ProjectLinkProps) => {
  const { pathname, search } = useLocation()
  return <Link {...rest} to={paths.project(projectId)} state={{ from: pathname + search }} />
}
