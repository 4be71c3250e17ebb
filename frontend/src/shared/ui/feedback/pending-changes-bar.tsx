import type { ReactNode } from 'react'
import { LiveIndicator } from './live-indicator.tsx'
import css from './pending-changes-bar.module.css'

/** Offers held-back changes, such as "2 new submissions, show them"; the list does not move until it is pressed. */
export const PendingChangesBar = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button type="button" className={css.bar} onClick={onPress}>
    <LiveIndicator />
    {children}
  </button>
)
