import { useState } from 'react'
import { CalendarClock, Play } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-progress.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { startChallenge } from './api.ts'
import { ChallengeEndDialog } from './challenge-end-dialog.tsx'
import css from './challenge-card.module.css'

/** The progress of the challenge, the button that starts it, and its end. A challenge starts once. */
export const ChallengeCard = () => {
  const { pending, failure, run, setFailure } = useFormSubmit(
    'Failed to start the challenge. Please try again.',
  )
  const hasStarted = useCurrentDay((challenge) => challenge.started)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isStartShown, setIsStartShown] = useState(false)
  const [isEndOpen, setIsEndOpen] = useState(false)

  const start = async () => {
    const response = await run(startChallenge)
    if (!response) return
    useCurrentDay.setState({ day: response.day, startsAt: response.startsAt, started: true, isLoaded: true })
    setIsConfirming(false)
    setIsStartShown(true)
  }

  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle end={<SlantedBadge>Fixed Duration: 30 Days</SlantedBadge>}>Challenge</CardTitle>
      <StartState />
      <MonthProgress />
      {!hasStarted && (
        <Button
          kind="primary"
          size="large"
          wide
          icon={<Play aria-hidden="true" />}
          onClick={() => {
            setFailure(undefined)
            setIsConfirming(true)
          }}
        >
          START CHALLENGE
        </Button>
      )}
      <div className={css.endRow}>
        <EndState />
        <Button icon={<CalendarClock aria-hidden="true" />} onClick={() => setIsEndOpen(true)}>
          Change the end
        </Button>
      </div>
      <ChallengeEndDialog open={isEndOpen} onOpenChange={setIsEndOpen} />
      <AlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Start the challenge now?"
        description="Day 1 begins for everyone. A start cannot be undone."
        confirmLabel="Start now"
        busy={pending}
        busyText="Starting..."
        error={failure}
        onConfirm={() => void start()}
      />
      <AlertDialog
        open={isStartShown}
        onOpenChange={setIsStartShown}
        title="Challenge started"
        description="Challenge started! 30 days of awesomeness begins now!"
        confirmLabel="OK"
        cancelLabel={null}
        onConfirm={() => setIsStartShown(false)}
      />
    </Card>
  )
}

const StartState = () => {
  const { started, startsAt, day, totalDays, timeZone, isLoaded } = useCurrentDay()
  if (!isLoaded) return null
  if (startsAt === null) {
    return (
      <p className={css.state}>
        Not started yet. Until then, every day is open and participants go at their own pace.
      </p>
    )
  }
  return (
    <p className={css.state}>
      {started ? 'Started' : 'Starts'} <Time at={startsAt} exact="date" timeZone={timeZone} />
      {started && `, today is day ${day} of ${totalDays}`}.
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

/** The progress over the thirty days; the height of a day shows its difficulty. */
const MonthProgress = () => {
  const { started, day, totalDays } = useCurrentDay()
  return (
    <SlashProgress
      total={totalDays}
      done={started ? day - 1 : 0}
      label="Challenge"
      valueText={started ? `Day ${day} of ${totalDays}` : 'Not started'}
      height={64}
      heights={difficultyHeights}
      {...(started && { highlight: day })}
    />
  )
}
