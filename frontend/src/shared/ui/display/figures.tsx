import type { ReactNode } from 'react'

type FiguresProps = {
  figures: readonly (readonly [name: string, value: ReactNode])[]
  className: string | undefined
  /** The class of each value. */
  valueClass?: string | undefined
}

/** Figures with their names. */
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
