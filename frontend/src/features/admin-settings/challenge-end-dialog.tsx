import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Flag, Undo2 } from 'lucide-react'
import type { EndChallengeResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { fromZonedInput, toZonedInput } from '../../shared/format/zoned-time.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { endChallenge, undoChallengeEnd } from './api.ts'
import css from './challenge-card.module.css'

type ChallengeEndDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Sets, moves or undoes the end of the challenge. Ending it now is confirmed first. */
export const ChallengeEndDialog = ({ open, onOpenChange }: ChallengeEndDialogProps) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const { pending, failure, run, setFailure } = useFormSubmit(
    'Failed to change the end of the challenge. Please try again.',
  )
  const close = () => {
    setIsConfirming(false)
    setFailure(undefined)
    onOpenChange(false)
  }
  const send = async (change: () => Promise<EndChallengeResponse>) => {
    const response = await run(change)
    if (!response) return
    const { endsAt, ended, isEndSet } = response
    useCurrentDay.setState({ endsAt, ended, isEndSet })
    close()
  }

  return (
    <>
      <Dialog
        open={open && !isConfirming}
        onOpenChange={(next) => !next && !pending && close()}
        title="End of the challenge"
        description="After the end, projects can no longer be submitted, revised or withdrawn. Reviews, ratings, likes and comments go on."
        width={520}
      >
        <EndForm
          {...{ pending, failure, setFailure, send }}
          onEndNow={() => {
            setFailure(undefined)
            setIsConfirming(true)
          }}
        />
      </Dialog>
      <AlertDialog
        open={open && isConfirming}
        onOpenChange={(next) => !next && setIsConfirming(false)}
        kind="danger"
        title="End the challenge now?"
        description="From now on, participants can no longer submit, revise or withdraw projects. You can undo this."
        confirmLabel="End now"
        busy={pending}
        busyText="Ending..."
        error={failure}
        onConfirm={() => void send(() => endChallenge())}
      />
    </>
  )
}

type EndFormProps = {
  pending: boolean
  failure: string | undefined
  setFailure: (failure: string | undefined) => void
  send: (change: () => Promise<EndChallengeResponse>) => Promise<void>
  onEndNow: () => void
}

const EndForm = ({ pending, failure, setFailure, send, onEndNow }: EndFormProps) => {
  const { endsAt, ended, isEndSet, timeZone } = useCurrentDay()
  const [value, setValue] = useState(() => (endsAt ? toZonedInput(Date.parse(endsAt), timeZone) : ''))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = fromZonedInput(value, timeZone)
    if (at === undefined) setFailure('Choose a date and a time.')
    else void send(() => endChallenge(new Date(at).toISOString()))
  }
  return (
    <form className={css.end} noValidate onSubmit={submit}>
      {endsAt && (
        <p className={css.state}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} />{' '}
          {isEndSet ? 'An admin has set this end.' : 'This is the default, seven days after day 30.'}
        </p>
      )}
      <Field
        name="at"
        type="datetime-local"
        label={`Date and time (${timeZone})`}
        hint="Midnight means the end of the previous day."
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      <div className={css.endActions}>
        {!ended && (
          <Button
            kind="danger-outline"
            icon={<Flag aria-hidden="true" />}
            disabled={pending}
            onClick={onEndNow}
          >
            End now
          </Button>
        )}
        {isEndSet && (
          <Button
            icon={<Undo2 aria-hidden="true" />}
            disabled={pending}
            onClick={() => void send(undoChallengeEnd)}
          >
            Undo
          </Button>
        )}
        <Button type="submit" kind="primary" busy={pending} busyText="Saving...">
          {endsAt ? 'Move the end' : 'Set the end'}
        </Button>
      </div>
    </form>
  )
}
