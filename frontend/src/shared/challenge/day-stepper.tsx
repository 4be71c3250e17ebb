// A slider over the days of the challenge, between buttons for the previous and the next day.

import { SkipBack, SkipForward } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { t, formatName } from '../i18n/t.ts'
import { useAfter } from '../ui/use-after.ts'
import css from './day-stepper.module.css'

type DayStepperProps = {
  /** From 1 to `lastDay`. */
  day: number
  lastDay: number
  /** The name of the leader at the end of the day, for screen readers. */
  leader: string | undefined
  onDay: (day: number) => void
}

/** How long the slider rests before the day below it is shown, in ms: the days on the way are not loaded. */
const restMs = 150

export const DayStepper = ({ day, lastDay, leader, onDay }: DayStepperProps) => {
  const slider = useId()
  const [dragged, setDragged] = useState<number>()
  if (dragged === day) setDragged(undefined)
  const shown = dragged ?? day
  useAfter(dragged === undefined ? undefined : restMs, () => onDay(shown), dragged)
  return (
    <>
      <IconButton
        label={t('challenge.previousDay')}
        icon={<SkipBack />}
        disabled={day === 1}
        onClick={() => onDay(day - 1)}
      />
      <div className={css.slider}>
        <label htmlFor={slider} className={css.label}>
          {t('common.dayLabel')}
        </label>
        <input
          id={slider}
          type="range"
          min={1}
          max={lastDay}
          value={shown}
          aria-valuetext={
            leader === undefined || shown !== day
              ? t('common.dayOf', { day: shown, total: lastDay })
              : t('challenge.dayOfAndLeader', { day, total: lastDay, name: formatName(leader) })
          }
          onChange={(event) => setDragged(Number(event.target.value))}
        />
      </div>
      <IconButton
        label={t('challenge.nextDay')}
        icon={<SkipForward />}
        disabled={day === lastDay}
        onClick={() => onDay(day + 1)}
      />
    </>
  )
}
