// Opens the events behind the total of a participant.

import type { ReactNode } from 'react'
import { DialogButton } from '../../ui/dialog/dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { t } from '../../i18n/t.ts'

const PointsDialog = lazyDialog(async () => (await import('./points-dialog.tsx')).PointsDialog)

type PointsButtonProps = {
  userId: string
  name: string
  /** Takes the place of the text, for a row of a table. */
  icon?: ReactNode
}

export const PointsButton = ({ userId, name, icon }: PointsButtonProps) => (
  <DialogButton
    isIcon={icon !== undefined}
    icon={icon}
    kind={icon ? 'quiet' : 'secondary'}
    size="small"
    aria-haspopup="dialog"
    aria-label={t('points.pointsOfExplained', { name })}
    dialog={(close) => <PointsDialog userId={userId} name={name} onClose={close} />}
  >
    {t('points.pointsExplained')}
  </DialogButton>
)
