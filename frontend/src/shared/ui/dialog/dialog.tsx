import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { BaseDialog } from './base-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import css from './dialog.module.css'

type DialogProps = Omit<ComponentProps<typeof BaseDialog>, 'role' | 'isDismissible' | 'initialFocusRef'>

/** A dialog for a task: filters, a preview, the More sheet. Escape, a press outside and the close button close it. */
export const Dialog = ({ children, ...rest }: DialogProps) => (
  <BaseDialog {...rest}>
    {children}
    <span className={css.cross}>
      <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={() => rest.onOpenChange(false)} />
    </span>
  </BaseDialog>
)
