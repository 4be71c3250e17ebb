import type { ReactNode } from 'react'
import { LiveMark } from './live-mark.tsx'
import css from './news-bar.module.css'

/** Says that something new waits, such as "2 new submissions, show them"; the list does not move until it is pressed. */
export const NewsBar = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button type="button" className={css.bar} onClick={onPress}>
    <LiveMark />
    {children}
  </button>
)
