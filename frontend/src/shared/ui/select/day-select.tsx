// Chooses a challenge day, shown with its badge, its title, and whether it is submitted. Today is marigold.

import type { FieldLabelProps } from '../forms/field-frame.tsx'
import { DayBadge } from '../display/day-badge.tsx'
import { Select } from './select.tsx'
import { t } from '../../i18n/t.ts'

export type DayOption = {
  day: number
  title: string
  /** Already submitted. */
  submitted?: boolean | undefined
  /** Not open yet. */
  closed?: boolean | undefined
}

type DaySelectProps = Pick<FieldLabelProps, 'hint' | 'error'> & {
  days: readonly DayOption[]
  value: number
  onValueChange: (day: number) => void
  today: number
  name?: string | undefined
  id?: string | undefined
  disabled?: boolean | undefined
}

const availability = ({ day, submitted, closed }: DayOption) => {
  if (submitted) return { after: t('forms.submitted') }
  return closed ? { after: t('common.opensOnDay', { day }), disabled: true } : {}
}

export const DaySelect = ({ days, value, onValueChange, today, ...rest }: DaySelectProps) => (
  <Select
    {...rest}
    label={t('common.dayLabel')}
    value={String(value)}
    onValueChange={(day) => onValueChange(Number(day))}
    options={days.map((dayOption) => ({
      value: String(dayOption.day),
      label: dayOption.title,
      before: <DayBadge short day={dayOption.day} today={dayOption.day === today} />,
      ...availability(dayOption),
    }))}
  />
)
