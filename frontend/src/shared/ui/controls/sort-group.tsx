// Buttons that sort a list by one of its figures, for lists without column headers.

import { ArrowDown, ArrowUp } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import hidden from '../visually-hidden.module.css'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import css from './segments.module.css'

export type SortOrder = 'asc' | 'desc'

type SortGroupProps<Key extends string> = {
  label: string
  options: readonly { value: Key; label: string }[]
  value: Key
  order: SortOrder
  onChange: (value: Key, order: SortOrder) => void
}

/** A column sorts ascending first; pressing the active one again reverses the order. */
export const SortGroup = <Key extends string>({
  label,
  options,
  value,
  order,
  onChange,
}: SortGroupProps<Key>) => (
  <div role="group" aria-label={label} className={css.segments}>
    {options.map((option) => {
      const active = option.value === value
      const orderLabel = t(order === 'asc' ? 'ui.ascending' : 'ui.descending')
      const Arrow = order === 'asc' ? ArrowUp : ArrowDown
      return (
        <button
          key={option.value}
          type="button"
          className={css.segment}
          aria-pressed={active}
          onClick={() => onChange(option.value, active && order === 'asc' ? 'desc' : 'asc')}
        >
          <span>{option.label}</span>
          {active && <Arrow aria-hidden="true" size={16} />}
          {active && <VisuallyHidden>{t('ui.order', { order: orderLabel })}</VisuallyHidden>}
        </button>
      )
    })}
    <span className={hidden.visuallyHidden} role="status">
      {t('ui.sortedBy', {
        label: inSentence(options.find((option) => option.value === value)?.label ?? ''),
        order,
      })}
    </span>
  </div>
)
