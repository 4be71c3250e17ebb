// A small number with an icon, such as that of likes.

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import css from './figure.module.css'

type FigureProps = {
  icon: LucideIcon
  /** The number, and the counted thing for screen readers. */
  children: ReactNode
}

/** The tag `hidden` of a message: read out, but not shown. */
export const hidden = (text: ReactNode): ReactNode => <VisuallyHidden>{text}</VisuallyHidden>

export const Figure = ({ icon: Icon, children }: FigureProps) => (
  <span className={css.figure}>
    <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
    {children}
  </span>
)
