import type { ReactNode } from 'react'
import css from './health-screen.module.css'

/** Figures with their names, one per line. */
export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={css.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
