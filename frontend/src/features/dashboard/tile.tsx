// One tile of the dashboard: a card that leads to a screen and shows its current state.

import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardLink } from '../../shared/ui/display/card.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import css from './dashboard-tiles.module.css'

type TileProps = {
  to: string
  title: string
  icon: ReactNode
  /** One line about the current state. */
  note: ReactNode
  /** Below the note. */
  mark?: ReactNode
  /** An illustration, shown on wide screens. */
  children?: ReactNode
}

export const Tile = ({ to, title, icon, note, mark, children }: TileProps) => {
  const wide = useWideLayout()
  return (
    <Card as="li" link className={css.tile ?? ''}>
      <div className={css.head}>
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
        <h2>
          <CardLink to={to}>{title}</CardLink>
        </h2>
        {wide && <ArrowRight size={18} className={css.arrow} />}
      </div>
      {wide && <div className={css.middle}>{children}</div>}
      <div>
        <p className={css.note}>{note}</p>
        {mark}
      </div>
    </Card>
  )
}
