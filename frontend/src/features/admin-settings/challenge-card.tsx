import { useState } from 'react'
import { Play } from 'lucide-react'
import { challengeDays, difficultyLevel } from '@thirty/contracts/challenge-days.ts'
import { useCurrentDay } from '../../shared/current-day.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { AlertDialog } from '../../shared/ui/alert-dialog.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card, CardTitle } from '../../shared/ui/card.tsx'
import { Plate } from '../../shared/ui/day-badge.tsx'
import { difficultyShares } from '../../shared/pictures/route-geometry.ts'
import { SlashProgress } from '../../shared/ui/slash-progress.tsx'
import { Time } from '../../shared/ui/time.tsx'
import { startChallenge } from './api.ts'
import css from './challenge-card.module.css'

/** How far the challenge is, and the button that starts it. A second start is the server's to refuse. */
export const ChallengeCard = () => {
  const { pending, failure, run } = useSubmission('Failed to start the challenge. Please try again.')
  const [started, setStarted] = useState(false)

  const start = async () => {
    const answer = await run(startChallenge)
    if (!answer) return
    useCurrentDay.setState({ day: answer.day, startsAt: answer.startsAt, started: true, known: true })
    setStarted(true)
  }

  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle end={<Plate>Fixed Duration: 30 Days</Plate>}>Challenge</CardTitle>
      <State />
      <Month />
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      <Button
        kind="primary"
        size="large"
        wide
        icon={<Play aria-hidden="true" />}
        busy={pending}
        busyText="Starting..."
        onClick={() => void start()}
      >
        START CHALLENGE
      </Button>
      <AlertDialog
        open={started}
        onOpenChange={setStarted}
        title="Challenge started"
        description="Challenge started! 30 days of awesomeness begins now!"
        confirmLabel="OK"
        cancelLabel={null}
        onConfirm={() => setStarted(false)}
      />
    </Card>
  )
}

const State = () => {
  const { started, startsAt, day, totalDays, known } = useCurrentDay()
  if (!known) return null
  if (startsAt === null) {
    return (
      <p className={css.state}>
        Not started. Until then every day is open, and participants go at their own pace.
      </p>
    )
  }
  return (
    <p className={css.state}>
      {started ? 'Started' : 'Starts'} <Time at={startsAt} exact="date" />
      {started && `, today is day ${day} of ${totalDays}`}.
    </p>
  )
}

const heights = challengeDays.map(({ difficulty }) => difficultyShares[difficultyLevel(difficulty)])

/** The thirty days, as tall as they are hard. */
const Month = () => {
  const { started, day, totalDays } = useCurrentDay()
  return (
    <SlashProgress
      total={totalDays}
      done={started ? day - 1 : 0}
      label="Challenge"
      valueText={started ? `Day ${day} of ${totalDays}` : 'Not started'}
      height={64}
      heights={heights}
      {...(started && { highlight: day })}
    />
  )
}
