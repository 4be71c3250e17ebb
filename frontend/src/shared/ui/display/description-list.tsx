// A list of names, each with its value, such as the participants and projects of a backup. Its users lay it out.

import type { ReactNode } from 'react'

type DescriptionListProps = {
  /** Without those whose value is `false`. */
  entries: readonly (readonly [name: string, value: ReactNode, className?: string | undefined])[]
  className: string | undefined
  /** The class of each value. */
  valueClass?: string | undefined
}

export const DescriptionList = ({ entries, className, valueClass }: DescriptionListProps) => (
  <dl className={className}>
    {entries.map(
      ([name, value, entryClass]) =>
        value !== false && (
          <div key={name} className={entryClass}>
            <dt>{name}</dt>
            <dd className={valueClass}>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
