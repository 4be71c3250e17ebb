import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DaySelect } from '../../shared/ui/select/day-select.tsx'

type DayFieldProps = {
  day: number
  submittedDays: ReadonlySet<number>
  error: string | undefined
  onDay: (day: number) => void
}

/** Chooses the day: submitted days are marked, and future days of a started challenge are disabled. */
export const DayField = ({ day, submittedDays, error, onDay }: DayFieldProps) => {
  const { day: today, started } = useCurrentDay()
  const isSubmitted = submittedDays.has(day)
  return (
    <DaySelect
      id="day"
      name="day"
      value={day}
      onValueChange={onDay}
      today={today}
      days={challengeBriefs.map((brief) => ({
        day: brief.day,
        title: brief.title,
        submitted: submittedDays.has(brief.day),
        closed: started && brief.day > today,
      }))}
      error={isSubmitted ? error : undefined}
      {...(isSubmitted && { hint: `You've already submitted day ${day}.` })}
    />
  )
}
