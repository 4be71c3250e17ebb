// Questions in a dialog: one that only asks, one whose confirmation sends a request, and a button that asks one. The cancel button comes
// first and has the initial focus; without it, the confirm button.

import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { Failure } from '../display/surfaces.tsx'
import { Button } from '../controls/button.tsx'
import { BaseDialog, DialogButton, type DialogButtonProps } from './dialog.tsx'
import { t } from '../../i18n/t.ts'
import type { RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from '../forms/use-form-submit.ts'
import { toast } from '../feedback/toast-store.ts'
import layout from '../../styles/layout.module.css'
import css from './dialog.module.css'

type AlertDialogProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  kind?: 'plain' | 'danger' | undefined
  confirmLabel: string
  onConfirm: () => void
  /** `null` hides the cancel button. */
  cancelLabel?: string | null | undefined
  busy?: boolean | undefined
  busyText?: string | undefined
  /** If false, only the buttons close it, and a hint says so; default: true. */
  isDismissible?: boolean | undefined
  /** For long content: 760 px, and on a phone the whole screen with the actions stuck to the bottom. */
  wide?: boolean | undefined
  /** Replaces the icon of its kind. */
  icon?: ReactNode
  confirmIcon?: ReactNode
  isConfirmDisabled?: boolean | undefined
  error?: string | undefined
  children?: ReactNode
}

export const AlertDialog = ({ busy = false, isDismissible = true, ...props }: AlertDialogProps) => {
  const { onClose, confirmLabel, cancelLabel = t('common.cancel') } = props
  const isDangerous = props.kind === 'danger'
  return (
    <BaseDialog
      title={props.title}
      description={props.description}
      icon={
        props.icon ?? (isDangerous && <TriangleAlert size={21} strokeWidth={1.9} className={css.warning} />)
      }
      onClose={() => !busy && onClose()}
      role="alertdialog"
      isDismissible={isDismissible && !busy}
      width={props.wide ? 760 : 440}
      fillsPhone={props.wide}
      actions={
        <>
          {!isDismissible && <p className={css.note}>{t('ui.makeAChoice')}</p>}
          <span className={layout.cluster8}>
            {cancelLabel !== null && (
              <Button data-first-focus disabled={busy} onClick={onClose}>
                {cancelLabel}
              </Button>
            )}
            <Button
              kind={isDangerous ? 'danger' : 'primary'}
              icon={props.confirmIcon}
              disabled={props.isConfirmDisabled}
              busy={busy}
              busyText={props.busyText ?? confirmLabel}
              onClick={props.onConfirm}
              data-first-focus={cancelLabel === null || undefined}
            >
              {confirmLabel}
            </Button>
          </span>
        </>
      }
    >
      {props.children}
      <Failure text={props.error} />
    </BaseDialog>
  )
}

type RequestDialogProps = Omit<AlertDialogProps, 'busy' | 'error' | 'onConfirm'> & {
  /** Shown if the request fails without a message. */
  failureText?: string | undefined
  /** Sends the request, and closes the dialog. */
  run: () => Promise<void>
  onFailure?: (failure: RequestFailed) => void
}

/** It stays open while the request is under way, and says why it failed. */
export const RequestDialog = ({ failureText, run, onFailure, ...question }: RequestDialogProps) => {
  const request = useFormSubmit(failureText)
  return (
    <AlertDialog
      {...question}
      busy={request.pending}
      error={request.failure}
      onConfirm={() => void request.run(run, onFailure)}
    />
  )
}

type ConfirmedButtonProps = Pick<DialogButtonProps, 'kind' | 'size' | 'icon' | 'isIcon' | 'aria-label'> &
  Pick<RequestDialogProps, 'title' | 'description' | 'busyText' | 'failureText'> & {
    /** The label of the button, also in the dialog. */
    label: string
    /** Default: whether the button looks so. */
    isDangerous?: boolean
    /** Called after the confirmation. The dialog stays open if it fails. */
    run: () => Promise<unknown>
    /** Said in a toast after `run`. */
    doneText?: string
  }

/** A button whose action runs after a confirmation. */
export const ConfirmedButton = ({
  label,
  isDangerous,
  run,
  doneText,
  title,
  description,
  busyText,
  failureText,
  ...button
}: ConfirmedButtonProps) => (
  <DialogButton
    {...button}
    dialog={(close) => (
      <RequestDialog
        {...{ title, description, busyText, failureText }}
        kind={(isDangerous ?? button.kind === 'danger-outline') ? 'danger' : 'plain'}
        confirmLabel={label}
        run={async () => {
          await run()
          if (doneText !== undefined) toast({ kind: 'success', text: doneText })
          close()
        }}
        onClose={close}
      />
    )}
  >
    {label}
  </DialogButton>
)
