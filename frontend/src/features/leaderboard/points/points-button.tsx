import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { t } from '../messages/t.ts'

const PointsDialog = lazy(async () => ({ default: (await import('./points-dialog.tsx')).PointsDialog }))

type PointsButtonProps = { userId: string; name: string }

/** Opens the events behind the total of a participant. */
export const PointsButton = ({ userId, name }: PointsButtonProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('pointsOfExplained', { name })}
        onClick={() => setOpen(true)}
      >
        {t('pointsExplained')}
      </Button>
      <Suspense fallback={null}>
        {open && <PointsDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
