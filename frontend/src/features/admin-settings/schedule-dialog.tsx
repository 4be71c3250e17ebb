// Schedules the start of the challenge, or moves or cancels a scheduled one.

import { useState } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/format/zoned-time.ts'
import { serverNow } from '../../shared/http/server-clock.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/form-footer.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { cancelStart, moveStart, startChallenge } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './challenge-card.module.css'

const failureText = t('adminSettings.startChangeFailed')

type ScheduleDialogProps = {
  onClose: () => void
  /** Called if the chosen time was in the past, so that the challenge has started. */
  onStarted: () => void
}

export const ScheduleDialog = ({ onClose, onStarted }: ScheduleDialogProps) => {
  const { startsAt, timeZone } = useCurrentDay()
  const { pending: isCancelling, failure, run } = useFormSubmit(failureText)
  // A time in the past starts the challenge, which asks as the button for that does.
  const [pastStart, setPastStart] = useState<string>()
  const start = useFormSubmit(failureText)
  const save = (at: string) => (startsAt === null ? startChallenge(at) : moveStart(at))
  const onSaved = (response: Awaited<ReturnType<typeof save>>) => {
    const isScheduled = Date.parse(response.startsAt) > serverNow()
    useCurrentDay.setState({ day: response.day, startsAt: response.startsAt, started: !isScheduled })
    onClose()
    if (!isScheduled) onStarted()
  }
  const form = useForm({
    schema: async () => (await import('./time-schemas.ts')).startForm(timeZone),
    defaultValues: { startsAt: startsAt ? toZonedInput(Date.parse(startsAt), timeZone) : '' },
    failureText,
    send: async ({ startsAt: at }) => {
      if (Date.parse(at) > serverNow()) return save(at)
      setPastStart(at)
      return undefined
    },
    onDone: (response) => response && onSaved(response),
  })
  const pending = form.pending || isCancelling || start.pending
  const startInThePast = async (at: string) => {
    const response = await start.run(() => save(at))
    if (response) onSaved(response)
  }
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
      onClose={() => !pending && onClose()}
      title={t('adminSettings.startOfChallenge')}
      description={t('adminSettings.startText')}
      width={520}
    >
      <form className={layout.stack16} {...form.props}>
        <Field
          {...form.text('startsAt')}
          type="datetime-local"
          label={t('adminSettings.dateAndTime', { timeZone })}
          hint={t('adminSettings.pastTime')}
        />
        <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
        <div className={css.endActions}>
          {startsAt !== null && (
            <Button
              disabled={pending}
              busy={isCancelling}
              busyText={t('adminSettings.cancelling')}
              onClick={() => void cancel()}
            >
              {t('adminSettings.cancelStart')}
            </Button>
          )}
          <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
            {t(startsAt === null ? 'adminSettings.scheduleStart' : 'adminSettings.moveStart')}
          </SubmitButton>
        </div>
      </form>
      {pastStart !== undefined && (
        <AlertDialog
          onClose={() => setPastStart(undefined)}
          title={t('adminSettings.startQuestion')}
          description={t('adminSettings.pastStartCannotBeUndone')}
          confirmLabel={t('adminSettings.startNow')}
          busy={start.pending}
          busyText={t('common.starting')}
          error={start.failure}
          onConfirm={() => void startInThePast(pastStart)}
        />
      )}
    </Dialog>
  )
}
