import { useState } from 'react'
import { Flag, Undo2 } from 'lucide-react'
import type { EndChallengeResponse } from '@thirty/contracts/challenge/api.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/format/zoned-time.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { endChallenge, undoChallengeEnd } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './challenge-card.module.css'

const failureText = t('adminSettings.endChangeFailed')

type ChallengeEndDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Sets, moves or undoes the end of the challenge. Ending it now is confirmed first. */
export const ChallengeEndDialog = ({ open, onOpenChange }: ChallengeEndDialogProps) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const { pending, failure, run, setFailure } = useFormSubmit(failureText)
  const close = () => {
    setIsConfirming(false)
    setFailure(undefined)
    onOpenChange(false)
  }
  const apply = ({ endsAt, ended, isEndSet }: EndChallengeResponse) => {
    useCurrentDay.setState({ endsAt, ended, isEndSet })
    close()
  }
  const send = async (change: () => Promise<EndChallengeResponse>) => {
    const response = await run(change)
    if (response) apply(response)
  }

  return (
    <>
      <Dialog
        open={open && !isConfirming}
        onOpenChange={(next) => !next && !pending && close()}
        title={t('adminSettings.endOfChallenge')}
        description={t('adminSettings.endText')}
        width={520}
      >
        <EndForm
          {...{ pending, failure }}
          onChanged={apply}
          onUndo={() => void send(undoChallengeEnd)}
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
        title={t('adminSettings.endQuestion')}
        description={t('adminSettings.endNowText')}
        confirmLabel={t('adminSettings.endNow')}
        busy={pending}
        busyText={t('adminSettings.ending')}
        error={failure}
        onConfirm={() => void send(() => endChallenge())}
      />
    </>
  )
}

type EndFormProps = {
  /** State and failure of the other buttons. */
  pending: boolean
  failure: string | undefined
  onChanged: (response: EndChallengeResponse) => void
  onUndo: () => void
  onEndNow: () => void
}

const EndForm = ({ pending: isUndoing, failure, onChanged, onUndo, onEndNow }: EndFormProps) => {
  const { startsAt, endsAt, ended, isEndSet, timeZone } = useCurrentDay()
  const form = useForm({
    schema: async () => (await import('./time-schemas.ts')).endForm(timeZone),
    defaultValues: { at: endsAt ? toZonedInput(Date.parse(endsAt), timeZone) : '' },
    failureText,
    send: ({ at }) => endChallenge(at),
    onDone: onChanged,
  })
  const pending = isUndoing || form.pending
  return (
    <form className={layout.stack16} {...form.props}>
      {endsAt && (
        <p className={layout.soft}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} />{' '}
          {t(isEndSet ? 'adminSettings.endIsSet' : 'adminSettings.endIsDefault')}
        </p>
      )}
      <Field
        {...form.text('at')}
        type="datetime-local"
        label={t('adminSettings.dateAndTime', { timeZone })}
        hint={t('adminSettings.midnight')}
      />
      <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
      <div className={css.endActions}>
        {startsAt !== null && !ended && (
          <Button
            kind="danger-outline"
            icon={<Flag aria-hidden="true" />}
            disabled={pending}
            onClick={onEndNow}
          >
            {t('adminSettings.endNow')}
          </Button>
        )}
        {isEndSet && (
          <Button icon={<Undo2 aria-hidden="true" />} disabled={pending} onClick={onUndo}>
            {t('common.undo')}
          </Button>
        )}
        <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
          {t(endsAt ? 'adminSettings.moveEnd' : 'adminSettings.setEnd')}
        </SubmitButton>
      </div>
    </form>
  )
}
