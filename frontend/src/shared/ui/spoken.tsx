import type { ReactNode } from 'react'
import css from './spoken.module.css'

/** Words for those who listen. */
export const Spoken = ({ children }: { children: ReactNode }) => <span className={css.only}>{children}</span>
