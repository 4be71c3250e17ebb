import type { ReactNode } from 'react'
import { LiveIndicator } from './live-indicator.tsx'
import css from './pending-changes-bar.module.css'

/** Offers changes that the list does not show yet, such as "2 new submissions, show them". A press shows them. */
export const PendingChangesBar = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button type="button" className={css.bar} onClick={onPress}>
    <LiveIndicator />
    {children}
  </button>
)
