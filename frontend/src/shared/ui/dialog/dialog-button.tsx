import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'

export type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Shows the icon alone, with `aria-label` as its tooltip. */
  isIcon?: boolean | undefined
  /** Returns the dialog that a press opens. It is open no longer than there is the button. */
  dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export const DialogButton = ({ isIcon = false, dialog, ...button }: DialogButtonProps) => {
  const { kind, icon, 'aria-label': label = '', 'aria-haspopup': popup } = button
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {isIcon ? (
        <IconButton {...{ kind, icon, label }} aria-haspopup={popup} onClick={open} />
      ) : (
        <Button {...button} onClick={open} />
      )}
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
