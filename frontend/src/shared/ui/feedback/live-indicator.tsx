// The mark of live data, and the bar that offers changes which a list does not show yet.

import type { ReactNode } from 'react'
import css from './live-indicator.module.css'
import bar from './pending-changes-bar.module.css'

/** The mark of live data and of work under way (`moving`): three slashes. `LiveConnectionPill` says whether data is live. */
export const LiveIndicator = ({ moving = false }: { moving?: boolean }) => (
  <svg
    viewBox="0 0 17 13"
    width="17"
    height="13"
    aria-hidden="true"
    className={css.mark}
    data-moving={moving || undefined}
  >
    <g transform="translate(0.5 12.5) skewX(-14)">
      {[5.5, 9, 12].map((height, index) => (
        <rect
          key={height}
          x={index * 4.9}
          y={-height}
          width="3.7"
          height={height}
          rx="0.8"
          fill="currentColor"
        />
      ))}
    </g>
  </svg>
)

/** Offers changes that the list does not show yet, such as "2 new submissions, show them". A press shows them. */
export const PendingChangesBar = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button type="button" className={bar.bar} onClick={onPress}>
    <LiveIndicator />
    {children}
  </button>
)
