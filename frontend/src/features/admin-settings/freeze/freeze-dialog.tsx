import { useState } from 'react'
import { Snowflake } from 'lucide-react'
import type { FreezeResponse } from '@thirty/contracts/challenge/api.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../../shared/format/zoned-time.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../../shared/ui/forms/submit-button.tsx'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { cancelFreeze, freezeLeaderboard } from '../api.ts'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from '../challenge-card.module.css'

const failureText = t('adminSettings.freezeFailed')

/** Freezes the leaderboard now, after a confirmation, or at a later time; moves or cancels a freeze that has not begun. */
export const FreezeDialog = ({ onClose }: { onClose: () => void }) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const { pending, failure, run, setFailure } = useFormSubmit(failureText)
  const apply = ({ frozenAt, frozen }: FreezeResponse) => {
    useCurrentDay.setState({ frozenAt, frozen })
    onClose()
  }
  const send = async (change: () => Promise<FreezeResponse>) => {
    const response = await run(change)
    if (response) apply(response)
  }
  return (
    <>
      <Dialog
        open={!isConfirming}
        onOpenChange={(next) => !next && !pending && onClose()}
        title={t('adminSettings.freezeLeaderboard')}
        description={t('adminSettings.freezeText')}
        width={520}
      >
        <FreezeForm
          {...{ pending, failure }}
          onChanged={apply}
          onCancelFreeze={() => void send(cancelFreeze)}
          onFreezeNow={() => {
            setFailure(undefined)
            setIsConfirming(true)
          }}
        />
      </Dialog>
      <AlertDialog
        open={isConfirming}
        onOpenChange={(next) => !next && setIsConfirming(false)}
        title={t('adminSettings.freezeQuestion')}
        description={t('adminSettings.freezeNowText')}
        confirmLabel={t('adminSettings.freezeNow')}
        busy={pending}
        busyText={t('adminSettings.freezing')}
        error={failure}
        onConfirm={() => void send(() => freezeLeaderboard())}
      />
    </>
  )
}

type FreezeFormProps = {
  /** State and failure of the other buttons. */
  pending: boolean
  failure: string | undefined
  onChanged: (response: FreezeResponse) => void
  onCancelFreeze: () => void
  onFreezeNow: () => void
}

const FreezeForm = ({
  pending: isChanging,
  failure,
  onChanged,
  onCancelFreeze,
  onFreezeNow,
}: FreezeFormProps) => {
  const { frozenAt, timeZone } = useCurrentDay()
  const form = useForm({
    schema: async () => (await import('../time-schemas.ts')).freezeForm(timeZone),
    defaultValues: { at: frozenAt === null ? '' : toZonedInput(Date.parse(frozenAt), timeZone) },
    failureText,
    send: ({ at }) => freezeLeaderboard(at),
    onDone: onChanged,
  })
  const pending = isChanging || form.pending
  return (
    <form className={layout.stack16} {...form.props}>
      <Field
        {...form.text('at')}
        type="datetime-local"
        label={t('adminSettings.dateAndTime', { timeZone })}
        hint={t('adminSettings.beforeEnd')}
      />
      <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
      <div className={css.endActions}>
        <Button icon={<Snowflake aria-hidden="true" />} disabled={pending} onClick={onFreezeNow}>
          {t('adminSettings.freezeNow')}
        </Button>
        {frozenAt !== null && (
          <Button disabled={pending} onClick={onCancelFreeze}>
            {t('adminSettings.cancelFreeze')}
          </Button>
        )}
        <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
          {t(frozenAt === null ? 'adminSettings.scheduleFreeze' : 'adminSettings.moveFreeze')}
        </SubmitButton>
      </div>
    </form>
  )
}
