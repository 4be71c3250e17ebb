import type { ComponentProps } from 'react'
import { Link, useLocation, paths } from '../navigation/router.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { CardLink } from '../ui/display/card.tsx'

type WithProject<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { projectId: string }

/** A link to a project. The history state has the screen that it is on (`from`), so that the project can lead back there. */
export const ProjectLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof Link>>) => (
  <Link {...rest} {...useProjectTarget(projectId)} />
)

/** A `ProjectLink` that looks like a button. */
export const ProjectButtonLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} {...useProjectTarget(projectId)} />
)

/** A `ProjectLink` that covers its card. */
export const ProjectCardLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof CardLink>>) => (
  <CardLink {...rest} {...useProjectTarget(projectId)} />
)

function useProjectTarget(projectId: string) {
  const { pathname, search } = useLocation()
  return { to: paths.project(projectId), state: { from: pathname + search } }
}
