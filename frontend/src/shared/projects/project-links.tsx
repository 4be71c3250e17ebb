// Links to a project, from which it leads back to the screen that the reader is on, and the links of a project to its live demo and its
// repository, as two buttons.

import type { ComponentProps } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { GitBranch, Globe } from 'lucide-react'
import { Link, useFromHere, paths } from '../navigation/router.ts'
import { ButtonLink, ButtonAnchor } from '../ui/controls/button.tsx'
import { CardLink } from '../ui/display/card.tsx'
import { t, formatName } from '../i18n/t.ts'

type WithProject<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { projectId: string }

/** A link to a project. The history state has the screen that it is on (`from`), so that the project can lead back there. */
export const ProjectLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof Link>>) => (
  <Link {...rest} to={paths.project(projectId)} state={useFromHere()} />
)

/** A `ProjectLink` that looks like a button. */
export const ProjectButtonLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} to={paths.project(projectId)} state={useFromHere()} />
)

/** A `ProjectLink` with the name of the project that covers its card. */
export const ProjectCardLink = ({ projectId, name }: { projectId: string; name: string }) => (
  <CardLink to={paths.project(projectId)} state={useFromHere()} dir="auto">
    {formatName(name)}
  </CardLink>
)

type ProjectLinksProps = Pick<ComponentProps<typeof ButtonAnchor>, 'kind' | 'size'> & {
  project: Pick<ProjectCard, 'liveLink' | 'repoLink'>
  /** The names of the links; admin screens have their own names. */
  live?: string
  code?: string
}

export const ProjectLinks = ({
  project: { liveLink, repoLink },
  live = t('common.live'),
  code = t('common.code'),
  ...look
}: ProjectLinksProps) => (
  <>
    <ButtonAnchor href={liveLink} target="_blank" icon={<Globe />} {...look}>
      {live}
    </ButtonAnchor>
    <ButtonAnchor href={repoLink} target="_blank" icon={<GitBranch />} {...look}>
      {code}
    </ButtonAnchor>
  </>
)
