// The dialog for a task, the panel that all dialogs are made of, whose script is loaded when one opens, and a button that opens a dialog.

import { X } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'
import { Button } from '../controls/button.tsx'
import { IconButton, PlainIconButton } from '../controls/icon-button.tsx'
import { t } from '../../i18n/t.ts'
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

export type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
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
