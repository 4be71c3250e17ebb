// Chooses the day, shown with its badge and its title: submitted days are marked, and future days of a started challenge are disabled.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { t } from '../../shared/i18n/t.ts'

type DayFieldProps = {
  control: { id: string; value: number; error: string | undefined; onValueChange: (day: number) => void }
  takenDays: ReadonlySet<number>
  /** For a revision, whose day cannot change. */
  disabled: boolean
}

export const DayField = ({ control, takenDays, disabled }: DayFieldProps) => {
  const { id, value, error, onValueChange } = control
  const { day: today, started } = useCurrentDay()
  const availability = (day: number) => {
    if (takenDays.has(day)) return { after: t('forms.submitted') }
    return started && day > today ? { after: t('common.opensOnDay', { day }), disabled: true } : {}
  }
  return (
    <Select
      {...{ id, error, disabled }}
      label={t('common.dayLabel')}
      hint={takenDays.has(value) && t('submit.alreadySubmitted', { day: value })}
      value={String(value)}
      onValueChange={(day) => onValueChange(Number(day))}
      options={challengeBriefs.map(({ day, title }) => ({
        value: String(day),
        label: title,
        before: <DayBadge short day={day} today={day === today} />,
        ...availability(day),
      }))}
    />
  )
}
