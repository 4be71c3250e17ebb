import { challengeDayOf } from '@thirty/contracts/challenge-days.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { DayRequirements } from './day-requirements.tsx'

export const BriefDialog = ({ day, onClose }: { day: number; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    placement="sheet"
    title={`Brief for day ${day}`}
    description={challengeDayOf(day).description}
  >
    <DayRequirements day={day} />
  </Dialog>
)
