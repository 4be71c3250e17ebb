import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'

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
        aria-label={`Points of ${name} explained`}
        onClick={() => setOpen(true)}
      >
        Points explained
      </Button>
      <Suspense fallback={null}>
        {open && <PointsDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
