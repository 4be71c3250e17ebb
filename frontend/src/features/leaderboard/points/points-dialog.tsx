import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { PointsLedger } from './points-ledger.tsx'

type PointsDialogProps = { userId: string; name: string; onClose: () => void }

/** The rule of the points, and the events behind the total of a participant. */
export const PointsDialog = ({ userId, name, onClose }: PointsDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`Points of ${name}`}
    description="3 points per project, half a point per point of quality, 2 points per day of the streak."
    width={640}
    fillsPhone
  >
    <PointsLedger userId={userId} />
  </Dialog>
)
