// Chooses the day: submitted days are marked, and future days of a started challenge are disabled.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DaySelect } from '../../shared/ui/select/day-select.tsx'
import { t } from '../../shared/i18n/t.ts'

type DayFieldProps = {
  control: {
    id: string
    name: string
    value: number
    error: string | undefined
    onValueChange: (day: number) => void
  }
  takenDays: ReadonlySet<number>
  /** For a revision, whose day cannot change. */
  disabled: boolean
}

export const DayField = ({ control, takenDays, disabled }: DayFieldProps) => {
  const { day: today, started } = useCurrentDay()
  const isTaken = takenDays.has(control.value)
  return (
    <DaySelect
      {...control}
      disabled={disabled}
      today={today}
      days={challengeBriefs.map((brief) => ({
        day: brief.day,
        title: brief.title,
        submitted: takenDays.has(brief.day),
        closed: started && brief.day > today,
      }))}
      {...(isTaken && { hint: t('submit.alreadySubmitted', { day: control.value }) })}
    />
  )
}
