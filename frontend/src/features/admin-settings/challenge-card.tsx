import { useState } from 'react'
import { CalendarClock, CalendarPlus, Play } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { formatChallengeStart } from '../../shared/format/format-challenge-end.ts'
import { formatFullDate } from '../../shared/format/format-time.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-progress.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useNow } from '../../shared/ui/use-now.ts'
import { moveStart, startChallenge } from './api.ts'
import { ChallengeEndDialog } from './challenge-end-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import css from './challenge-card.module.css'

/** The progress of the challenge, the buttons that start or schedule it, and its end. A challenge starts once. */
export const ChallengeCard = () => {
  const { pending, failure, run, setFailure } = useFormSubmit(
    'Failed to start the challenge. Please try again.',
  )
  const hasStarted = useCurrentDay((challenge) => challenge.started)
  const isScheduled = useCurrentDay(({ started, startsAt }) => !started && startsAt !== null)
  const [dialog, setDialog] = useState<'confirm' | 'started' | 'schedule' | 'end'>()
  const close = () => setDialog(undefined)

  const start = async () => {
    const response = await run(() => (isScheduled ? moveStart() : startChallenge()))
    if (!response) return
    useCurrentDay.setState({ day: response.day, startsAt: response.startsAt, started: true, isLoaded: true })
    setDialog('started')
  }

  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle end={<SlantedBadge>Fixed Duration: 30 Days</SlantedBadge>}>Challenge</CardTitle>
      <MonthProgress />
      <StartState />
      {!hasStarted && (
        <div className={css.start}>
          <Button
            kind="primary"
            size="large"
            wide
            icon={<Play aria-hidden="true" />}
            onClick={() => {
              setFailure(undefined)
              setDialog('confirm')
            }}
          >
            START CHALLENGE
          </Button>
          <Button wide icon={<CalendarPlus aria-hidden="true" />} onClick={() => setDialog('schedule')}>
            {isScheduled ? 'Change the start' : 'Schedule the start'}
          </Button>
        </div>
      )}
      <div className={css.endRow}>
        <EndState />
        <Button icon={<CalendarClock aria-hidden="true" />} onClick={() => setDialog('end')}>
          Change the end
        </Button>
      </div>
      <TimeZone />
      <ChallengeEndDialog open={dialog === 'end'} onOpenChange={(open) => !open && close()} />
      {dialog === 'schedule' && <ScheduleDialog onClose={close} onStarted={() => setDialog('started')} />}
      <AlertDialog
        open={dialog === 'confirm'}
        onOpenChange={close}
        title="Start the challenge now?"
        description="Day 1 begins for everyone. A start cannot be undone."
        confirmLabel="Start now"
        busy={pending}
        busyText="Starting..."
        error={failure}
        onConfirm={() => void start()}
      />
      <AlertDialog
        open={dialog === 'started'}
        onOpenChange={close}
        title="Challenge started"
        description="Challenge started! 30 days of awesomeness begins now!"
        confirmLabel="OK"
        cancelLabel={null}
        onConfirm={close}
      />
    </Card>
  )
}

const StartState = () => {
  const { started, startsAt, day, totalDays, timeZone, isLoaded } = useCurrentDay()
  const now = useNow(60_000)
  if (!isLoaded) return null
  if (startsAt === null) {
    return (
      <p className={css.state}>
        Not started yet. Until then, every day is open and participants go at their own pace.
      </p>
    )
  }
  if (!started)
    return (
      <p className={css.state}>
        Starts{' '}
        <time dateTime={startsAt} title={formatFullDate(Date.parse(startsAt), timeZone)}>
          {formatChallengeStart(startsAt, timeZone, now)}
        </time>
        .
      </p>
    )
  return (
    <p className={css.state}>
      Started <Time at={startsAt} exact="date" timeZone={timeZone} />, today is day {day} of {totalDays}.
    </p>
  )
}

const EndState = () => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  return (
    <p className={css.state}>
      {endsAt ? <ChallengeEnd {...{ endsAt, ended, timeZone }} /> : 'No end is set.'}
    </p>
  )
}

/** Days begin and end in the time zone of the challenge, which may differ from that of the admin. */
const TimeZone = () => {
  const { timeZone, isLoaded } = useCurrentDay()
  const now = useNow(10_000)
  if (!isLoaded) return null
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now)
  return (
    <p className={css.zone}>
      Days begin and end in the time zone {timeZone}, where it is {time} now.
    </p>
  )
}

/** The progress over the thirty days; the height of a day shows its difficulty. */
const MonthProgress = () => {
  const { started, day, totalDays } = useCurrentDay()
  return (
    <div>
      <SlashProgress
        total={totalDays}
        done={started ? day - 1 : 0}
        label="Challenge"
        valueText={started ? `Day ${day} of ${totalDays}` : 'Not started'}
        height={56}
        heights={difficultyHeights}
        {...(started && { highlight: day })}
      />
      <p className={css.days} aria-hidden="true">
        {dayNumbers(started ? day : undefined, totalDays).map((number) => (
          <span
            key={number}
            data-now={number === day && started ? true : undefined}
            style={{ '--at': `${((number - 0.5) / totalDays) * 100}%` }}
          >
            {number}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The days whose numbers are shown: every tenth and today, without numbers that today would cover. */
const dayNumbers = (today: number | undefined, totalDays: number): number[] => {
  const marks = [1, 10, 20, totalDays].filter((day) => today === undefined || Math.abs(day - today) > 1)
  return today === undefined ? marks : [...marks, today]
}
