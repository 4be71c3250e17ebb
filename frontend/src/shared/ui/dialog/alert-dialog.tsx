// A confirmation dialog. The cancel button comes first and has the initial focus; without it, the confirm button.

import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { Failure } from '../feedback/banner.tsx'
import { Button } from '../controls/button.tsx'
import { BaseDialog } from './base-dialog.tsx'
import { t } from '../../i18n/t.ts'
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

export const AlertDialog = ({
  onClose,
  title,
  description,
  kind = 'plain',
  confirmLabel,
  onConfirm,
  cancelLabel = t('common.cancel'),
  busy = false,
  busyText = confirmLabel,
  isDismissible = true,
  wide = false,
  icon = kind === 'danger' && <TriangleAlert size={21} strokeWidth={1.9} className={css.warning} />,
  confirmIcon,
  isConfirmDisabled = false,
  error,
  children,
}: AlertDialogProps) => {
  const hasCancel = cancelLabel !== null
  return (
    <BaseDialog
      {...{ title, description }}
      onClose={() => !busy && onClose()}
      role="alertdialog"
      isDismissible={isDismissible && !busy}
      width={wide ? 760 : 440}
      fillsPhone={wide}
      icon={icon}
      actions={
        <>
          {!isDismissible && <p className={css.note}>{t('ui.makeAChoice')}</p>}
          <span className={layout.cluster8}>
            {hasCancel && (
              <Button data-first-focus disabled={busy} onClick={onClose}>
                {cancelLabel}
              </Button>
            )}
            <Button
              kind={kind === 'danger' ? 'danger' : 'primary'}
              icon={confirmIcon}
              disabled={isConfirmDisabled}
              busy={busy}
              busyText={busyText}
              onClick={onConfirm}
              data-first-focus={!hasCancel || undefined}
            >
              {confirmLabel}
            </Button>
          </span>
        </>
      }
    >
      {children}
      <Failure text={error} />
    </BaseDialog>
  )
}
