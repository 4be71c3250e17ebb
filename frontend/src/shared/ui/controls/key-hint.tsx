import type { ReactNode } from 'react'
import css from './key-hint.module.css'

/** A key of the keyboard. */
export const KeyHint = ({ children }: { children: ReactNode }) => <kbd className={css.key}>{children}</kbd>
