// The links of a project to its live demo and its repository, as two buttons. Links to the project itself are in `project-link.tsx`.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { GitBranch, Globe } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ButtonAnchor } from '../ui/controls/button.tsx'
import { t } from '../i18n/t.ts'

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
