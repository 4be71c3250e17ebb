// Buttons side by side, one of them pressed: `FilterGroup` chooses a filter or setting, `SortGroup` the figure that sorts a list.

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { CountBadge } from '../display/surfaces.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import hidden from '../../styles/visually-hidden.module.css'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import css from './segments.module.css'

type Option<Value extends string> = {
  value: Value
  label: string
  /** The language of the label, if it is another one than that of the page. */
  lang?: string
  icon?: ReactNode
  count?: number | undefined
  /** After the label. */
  end?: ReactNode
}

type FilterGroupProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** After the buttons. */
  children?: ReactNode
}

/** Single choice among a few filters, each with its count, or among a few settings, each with its icon. */
export const FilterGroup = <Value extends string>(props: FilterGroupProps<Value>) => (
  <div role="group" aria-label={props.label} className={css.segments}>
    {props.options.map(({ value, label, lang, icon, count, end }) => (
      <button
        key={value}
        type="button"
        lang={lang}
        className={css.segment}
        aria-pressed={value === props.value}
        onClick={() => props.onValueChange(value)}
      >
        {icon}
        <span>{label}</span>
        {count !== undefined && <CountBadge count={count} />}
        {end}
      </button>
    ))}
    {props.children}
  </div>
)

export type SortOrder = 'asc' | 'desc'

type SortGroupProps<Sort extends string> = {
  label: string
  /** The label of each figure, in the order of the buttons. */
  labels: Readonly<Record<Sort, string>>
  sort: Sort
  order: SortOrder
  onChange: (change: { sort: Sort; order: SortOrder }) => void
}

/** Sorts a list without column headers, ascending first; pressing the active button again reverses the order. */
export const SortGroup = <Sort extends string>({ labels, sort, order, ...props }: SortGroupProps<Sort>) => {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  const orderMark = (
    <>
      <Arrow aria-hidden="true" size={16} />
      <VisuallyHidden>
        {t('ui.order', { order: t(order === 'asc' ? 'ui.ascending' : 'ui.descending') })}
      </VisuallyHidden>
    </>
  )
  // Safe: these are the keys of the object.
  const sorts = Object.keys(labels) as Sort[]
  return (
    <FilterGroup
      label={props.label}
      value={sort}
      options={sorts.map((value) => ({ value, label: labels[value], end: value === sort && orderMark }))}
      onValueChange={(value) =>
        props.onChange({ sort: value, order: value === sort && order === 'asc' ? 'desc' : 'asc' })
      }
    >
      <span className={hidden.visuallyHidden} role="status">
        {t('ui.sortedBy', { label: inSentence(labels[sort]), order })}
      </span>
    </FilterGroup>
  )
}
