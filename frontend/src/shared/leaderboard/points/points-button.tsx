// Opens the events behind the total of a participant.

import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { t } from '../../i18n/t.ts'

const PointsDialog = lazyDialog(async () => (await import('./points-dialog.tsx')).PointsDialog)

type PointsButtonProps = {
  userId: string
  name: string
  /** Takes the place of the text, for a row of a table. */
  icon?: ReactNode
}

export const PointsButton = ({ userId, name, icon }: PointsButtonProps) => {
  const [open, setOpen] = useState(false)
  const label = t('points.pointsOfExplained', { name })
  const button = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <>
      {icon ? (
        <IconButton {...button} label={label} icon={icon} />
      ) : (
        <Button {...button} size="small" aria-label={label}>
          {t('points.pointsExplained')}
        </Button>
      )}
      {open && <PointsDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
