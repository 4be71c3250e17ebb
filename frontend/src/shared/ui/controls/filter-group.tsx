// Single choice among a few filters, each with its count, or among a few settings, each with its icon.

import type { ReactNode } from 'react'
import { CountBadge } from '../display/badge.tsx'
import css from './segments.module.css'

type FilterGroupProps<Value extends string> = {
  label: string
  options: readonly {
    value: Value
    label: string
    /** The language of the label, if it is another one than that of the page. */
    lang?: string
    icon?: ReactNode
    count?: number | undefined
  }[]
  value: Value
  onValueChange: (value: Value) => void
}

export const FilterGroup = <Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: FilterGroupProps<Value>) => (
  <div role="group" aria-label={label} className={css.segments}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        lang={option.lang}
        className={css.segment}
        aria-pressed={option.value === value}
        onClick={() => onValueChange(option.value)}
      >
        {option.icon}
        <span>{option.label}</span>
        {option.count !== undefined && <CountBadge count={option.count} />}
      </button>
    ))}
  </div>
)
