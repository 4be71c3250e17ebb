import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DaySelect } from '../../shared/ui/select/day-select.tsx'

type DayFieldProps = {
  day: number
  handedIn: ReadonlySet<number>
  error: string | undefined
  onDay: (day: number) => void
}

/** Chooses the day: submitted days are marked, and future days of a started challenge are disabled. */
export const DayField = ({ day, handedIn, error, onDay }: DayFieldProps) => {
  const { day: today, started } = useCurrentDay()
  const taken = handedIn.has(day)
  return (
    <DaySelect
      id="day"
      name="day"
      value={day}
      onValueChange={onDay}
      today={today}
      days={challengeBriefs.map((each) => ({
        day: each.day,
        title: each.title,
        submitted: handedIn.has(each.day),
        closed: started && each.day > today,
      }))}
      error={taken ? error : undefined}
      {...(taken && { hint: `Day ${day} is already handed in.` })}
    />
  )
}
