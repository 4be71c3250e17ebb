import { Dialog } from '../../ui/dialog/dialog.tsx'
import { t } from '../../i18n/t.ts'
import { PointsLedger } from './points-ledger.tsx'

type PointsDialogProps = { userId: string; name: string; onClose: () => void }

/** The events behind the total of a participant. */
export const PointsDialog = ({ userId, name, onClose }: PointsDialogProps) => (
  <Dialog
    onClose={onClose}
    title={t('points.pointsOf', { name })}
    description={t('points.eventsBehindTotal')}
    width={640}
    fillsPhone
  >
    <PointsLedger userId={userId} />
  </Dialog>
)
