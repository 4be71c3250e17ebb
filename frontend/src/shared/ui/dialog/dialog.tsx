// The dialog for a task, and the panel that all dialogs are made of, whose script is loaded when one opens.

import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'
import { PlainIconButton } from '../controls/icon-button.tsx'
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
