// A list of figures, such as the participants and projects of a backup: each one a name and its value. Its users lay it out.

import type { ReactNode } from 'react'

type FiguresProps = {
  figures: readonly (readonly [name: string, value: ReactNode])[]
  className: string | undefined
  /** The class of each value. */
  valueClass?: string | undefined
}

export const Figures = ({ figures, className, valueClass }: FiguresProps) => (
  <dl className={className}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={valueClass}>{value}</dd>
      </div>
    ))}
  </dl>
)
