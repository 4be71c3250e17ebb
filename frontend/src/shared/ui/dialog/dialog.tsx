// Dialogs: one for a task, questions that only ask or whose confirmation sends a request, and buttons that open one. The script of the panel
// that they are made of is loaded when one opens.

import { TriangleAlert, X } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { RequestFailed } from '../../http/request-failed.ts'
import { t } from '../../i18n/t.ts'
import layout from '../../styles/layout.module.css'
import { Button } from '../controls/button.tsx'
import { IconButton, PlainIconButton } from '../controls/icon-button.tsx'
import { Failure } from '../display/surfaces.tsx'
import { toast } from '../feedback/toast-store.ts'
import { useFormSubmit } from '../forms/use-form-submit.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import css from './dialog.module.css'

/** `DialogPanel`, of which all dialogs are made. Its script, with a library, is loaded when a dialog opens for the first time. */
export const BaseDialog = lazyDialog(async () => (await import('./dialog-panel.tsx')).DialogPanel)

type DialogProps = Omit<ComponentProps<typeof BaseDialog>, 'role' | 'isDismissible'>

/** A dialog for a task: filters, a preview, the More sheet. Escape, a press outside and the close button close it. */
export const Dialog = ({ children, ...rest }: DialogProps) => (
  <BaseDialog {...rest}>
    {children}
    <span className={css.cross}>
      <PlainIconButton label={t('common.close')} icon={<X />} onClick={rest.onClose} />
    </span>
  </BaseDialog>
)

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Shows the icon alone, with `aria-label` as its tooltip. */
  isIcon?: boolean | undefined
  /** Hides the button, such as when a right is lost. The dialog stays open then, with what was typed. */
  isHidden?: boolean | undefined
  /** Returns the dialog that a press opens. It is open no longer than the button is rendered. */
  dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export const DialogButton = ({ isIcon = false, isHidden = false, dialog, ...button }: DialogButtonProps) => {
  const { kind, icon, 'aria-label': label = '', 'aria-haspopup': popup } = button
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {isIcon && !isHidden && <IconButton {...{ kind, icon, label }} aria-haspopup={popup} onClick={open} />}
      {!isIcon && !isHidden && <Button {...button} onClick={open} />}
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}

type AlertDialogProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  kind?: 'plain' | 'danger' | undefined
  confirmLabel: string
  /** Without it the dialog asks nothing: its only button closes it. */
  onConfirm?: () => void
  cancelLabel?: string
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

/** A question. The cancel button comes first and has the initial focus; without it, the confirm button. */
export const AlertDialog = ({ busy = false, isDismissible = true, ...props }: AlertDialogProps) => {
  const { onClose, confirmLabel, onConfirm } = props
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
            {onConfirm && (
              <Button data-first-focus disabled={busy} onClick={onClose}>
                {props.cancelLabel ?? t('common.cancel')}
              </Button>
            )}
            <Button
              kind={isDangerous ? 'danger' : 'primary'}
              icon={props.confirmIcon}
              disabled={props.isConfirmDisabled}
              busy={busy}
              busyText={props.busyText ?? confirmLabel}
              onClick={onConfirm ?? onClose}
              data-first-focus={!onConfirm || undefined}
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
  /** Called after a failure. A returned text replaces the message. */
  onFailure?: (failure: RequestFailed) => string | void
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
