import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { IconButton } from './icon-button.tsx'
import css from './dialog.module.css'

type DialogProps = Omit<ComponentProps<typeof DialogFrame>, 'role' | 'mustChoose' | 'firstFocus'>

/** Holds a task beside the page: filters, a preview, the More sheet. Closes with Escape, outside press and its cross. */
export const Dialog = ({ children, ...rest }: DialogProps) => (
  <DialogFrame {...rest}>
    {children}
    <span className={css.cross}>
      <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={() => rest.onOpenChange(false)} />
    </span>
  </DialogFrame>
)
