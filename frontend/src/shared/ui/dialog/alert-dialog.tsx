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
