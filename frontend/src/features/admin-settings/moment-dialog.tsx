// Sets, moves or takes back a moment of the challenge. To set the present one is confirmed first.

import { useState, type ReactNode } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/format/zoned-time.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button, type ButtonKind } from '../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages, SubmitButton } from '../../shared/ui/forms/form-footer.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './challenge-card.module.css'

type MomentDialogProps<Response> = {
  title: string
  description: string
  hint: string
  failureText: string
  submitLabel: string
  /** The moment that is set (ISO time); null without one. */
  at: string | null
  /** Sets another moment (ISO time), or the present one without a time. */
  set: (at?: string) => Promise<Response>
  /** Takes back that a moment is set, if it is. */
  undo: { label: string; icon?: ReactNode; send: () => Promise<Response> } | undefined
  /** The confirmation before the present moment is set; undefined while it cannot be set. */
  now: Confirmation | undefined
  onChanged: (response: Response) => void
  onClose: () => void
  /** What is set, in words. */
  children?: ReactNode
}

type Confirmation = {
  label: string
  icon: ReactNode
  isDangerous?: boolean
  title: string
  description: string
  busyText: string
}

export const MomentDialog = <Response,>(props: MomentDialogProps<Response>) => {
  const { title, description, failureText, set, undo, now, onChanged, onClose } = props
  const [isConfirming, setIsConfirming] = useState(false)
  const { pending: isChanging, failure, run, setFailure } = useFormSubmit(failureText)
  const { timeZone } = useCurrentDay()
  const form = useForm({
    schema: async () => (await import('./time-schemas.ts')).momentForm(timeZone),
    defaultValues: { at: props.at === null ? '' : toZonedInput(Date.parse(props.at), timeZone) },
    failureText,
    send: ({ at }) => set(at),
    onDone: onChanged,
  })
  const pending = isChanging || form.pending
  // Meanwhile the present moment may have become impossible, also by the change itself, whose message may arrive before its answer.
  if (isConfirming && !now && !pending) setIsConfirming(false)
  const send = async (change: () => Promise<Response>) => {
    const response = await run(change)
    if (response !== undefined) onChanged(response)
  }
  const nowKind: ButtonKind = now?.isDangerous ? 'danger-outline' : 'secondary'
  if (isConfirming)
    return (
      now && (
        <AlertDialog
          onClose={() => setIsConfirming(false)}
          kind={now.isDangerous ? 'danger' : 'plain'}
          title={now.title}
          description={now.description}
          confirmLabel={now.label}
          busy={pending}
          busyText={now.busyText}
          error={failure}
          onConfirm={() => void send(() => set())}
        />
      )
    )
  return (
    <Dialog {...{ title, description }} onClose={() => !pending && onClose()} width={520}>
      <form className={layout.stack16} {...form.props}>
        {props.children}
        <Field
          {...form.text('at')}
          type="datetime-local"
          label={t('adminSettings.dateAndTime', { timeZone })}
          hint={props.hint}
        />
        <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
        <div className={css.endActions}>
          {now && (
            <Button
              kind={nowKind}
              icon={now.icon}
              disabled={pending}
              onClick={() => {
                setFailure(undefined)
                setIsConfirming(true)
              }}
            >
              {now.label}
            </Button>
          )}
          {undo && (
            <Button icon={undo.icon} disabled={pending} onClick={() => void send(undo.send)}>
              {undo.label}
            </Button>
          )}
          <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
            {props.submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
