import { challengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { DayRequirements } from './day-requirements.tsx'

export const BriefDialog = ({ day, onClose }: { day: number; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    placement="sheet"
    title={`Brief for day ${day}`}
    description={challengeBrief(day).description}
  >
    <DayRequirements day={day} />
  </Dialog>
)
