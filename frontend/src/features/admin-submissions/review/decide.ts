// What the buttons and the keys of a submission do.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { conflictWith } from '../../../shared/judging/own-judging.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'
import { approveLater, undoApproval } from './delayed-approvals.tsx'
import { restoreRowFocus } from './restore-row-focus.ts'
import { useReviewScreen, view } from './review-screen.ts'

/** Says why a project must not be reviewed by this admin, instead of reviewing it. */
const unlessConflicted = (decide: (project: ProjectCard) => void) => (project: ProjectCard) => {
  if (conflictWith(project.user._id) === undefined) return decide(project)
  toast({ kind: 'error', text: t('adminSubmissions.ofInterestOne') })
  view(project._id)
}

export const approve = unlessConflicted((project) => {
  approveLater(project)
  restoreRowFocus(project._id)
})

/** Asks for the reason first. */
export const reject = unlessConflicted((project) => {
  undoApproval(project._id)
  useReviewScreen.setState({ rejecting: project })
})
