import { startChallengeRequest } from '@thirty/contracts/api/challenge/challenge.ts'
import { z } from 'zod'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/format/zoned-time.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { cancelStart, moveStart, startChallenge } from './api.ts'
import { zonedTime } from './zoned-time-schema.ts'
import { t } from './messages/t.ts'
import css from './challenge-card.module.css'

const failureText = t('startChangeFailed')

type ScheduleDialogProps = {
  onClose: () => void
  /** Called if the chosen time was in the past, so that the challenge has started. */
  onStarted: () => void
}

/** Schedules the start of the challenge, or moves or cancels a scheduled one. */
export const ScheduleDialog = ({ onClose, onStarted }: ScheduleDialogProps) => {
  const { startsAt, timeZone } = useCurrentDay()
  const { pending: isCancelling, failure, run } = useFormSubmit(failureText)
  const form = useForm({
    schema: z.object({ startsAt: zonedTime(timeZone) }).pipe(startChallengeRequest.required()),
    defaultValues: { startsAt: startsAt ? toZonedInput(Date.parse(startsAt), timeZone) : '' },
    failureText,
    send: ({ startsAt: at }) => (startsAt === null ? startChallenge(at) : moveStart(at)),
    onDone: (response) => {
      const isScheduled = Date.parse(response.startsAt) > Date.now()
      useCurrentDay.setState({ day: response.day, startsAt: response.startsAt, started: !isScheduled })
      onClose()
      if (!isScheduled) onStarted()
    },
  })
  const pending = form.pending || isCancelling
  const cancel = async () => {
    const response = await run(cancelStart)
    if (response === undefined) return
    // The default end follows from the start.
    useCurrentDay.setState(({ isEndSet, endsAt }) => ({
      startsAt: null,
      started: false,
      endsAt: isEndSet ? endsAt : null,
    }))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={t('startOfChallenge')}
      description={t('startText')}
      width={520}
    >
      <form className={css.end} {...form.props}>
        <Field
          {...form.text('startsAt')}
          type="datetime-local"
          label={t('dateAndTime', { timeZone })}
          hint={t('pastTime')}
        />
        <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
        <div className={css.endActions}>
          {startsAt !== null && (
            <Button
              disabled={pending}
              busy={isCancelling}
              busyText={t('cancelling')}
              onClick={() => void cancel()}
            >
              {t('cancelStart')}
            </Button>
          )}
          <Button type="submit" kind="primary" disabled={pending} busy={form.pending} busyText={t('saving')}>
            {t(startsAt === null ? 'scheduleStart' : 'moveStart')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
