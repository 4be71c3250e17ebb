import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

/** Words for those who listen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={css.only}>{children}</span>
)
