import type { ReactNode } from 'react'
import css from '../styles/visually-hidden.module.css'

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={css.visuallyHidden}>{children}</span>
)
