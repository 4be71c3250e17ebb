// The link above the title of a screen to its parent screen.

import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from '../../navigation/router.ts'
import layout from '../../styles/layout.module.css'
import { classNames } from '../class-names.ts'

type BackLinkProps = Omit<ComponentProps<typeof Link>, 'children'> & {
  /** The name of the screen that it leads to. */
  label: string
}

export const BackLink = ({ label, className, ...rest }: BackLinkProps) => (
  <Link {...rest} className={classNames(layout.backLink, className)}>
    <ArrowLeft size={16} />
    {label}
  </Link>
)
