// What the buttons and the keys of a submission do. Approvals are sent five seconds later, so that they can be undone.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { conflictWith } from '../../../shared/judging/own-judging.tsx'
import { storedToken } from '../../../shared/storage/session-storage.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import { dismissToast, toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'
import { restoreRowFocus, useReviewScreen, view } from './review-state.ts'
import { approveWithToast, type ReviewOptions } from './reviews.tsx'

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

/** How long an approval can be undone before it is sent, in ms. */
const undoMs = 5000

type Delayed = { send: (options?: ReviewOptions) => Promise<unknown>; timer: ReturnType<typeof setTimeout> }
const delayed = new Map<string, Delayed>()

/** The submissions whose approval can still be undone, by id. */
export const useDelayedApprovals = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

const toastId = (id: string) => `approval-${id}`

/** Takes an approval out of the list. Returns it, or undefined if it was sent or undone. */
function take(id: string): Delayed | undefined {
  const approval = delayed.get(id)
  clearTimeout(approval?.timer)
  delayed.delete(id)
  dismissToast(toastId(id))
  useDelayedApprovals.setState({ ids: [...delayed.keys()] })
  return approval
}

/** Approves a submission unless that is undone within five seconds. */
function approveLater(project: ProjectCard): void {
  const { _id: id } = project
  undoApproval(id)
  delayed.set(id, {
    send: (options) => approveWithToast(project, options),
    timer: setTimeout(() => void take(id)?.send(), undoMs),
  })
  useDelayedApprovals.setState({ ids: [...delayed.keys()] })
  toast({
    id: toastId(id),
    kind: 'info',
    text: t.rich('adminSubmissions.approvesSoon', {
      project: formatProjectName(project.projectName),
      strong: (text) => <strong dir="auto">{text}</strong>,
    }),
    action: { label: t('common.undo'), onPress: () => undoApproval(id) },
  })
}

/** Takes an approval back that was not sent yet. */
export const undoApproval = (id: string): void => void take(id)

/** Sends all approvals that can still be undone. */
function sendDelayedApprovals(options?: ReviewOptions): void {
  for (const id of delayed.keys()) void take(id)?.send(options)
}

/** Sends what can still be undone when the page or the screen is left. Returns a function for the latter. */
export function followLeaving(): () => void {
  const onPageHide = () => sendDelayedApprovals({ keepalive: true })
  addEventListener('pagehide', onPageHide)
  return () => {
    removeEventListener('pagehide', onPageHide)
    sendDelayedApprovals()
  }
}

// A log-out has removed the token, which the server revokes after these requests.
let token = storedToken('admin')
useDelayedApprovals.subscribe(({ ids }) => {
  if (ids.length > 0) token = storedToken('admin') ?? token
})
onUserChange(() => sendDelayedApprovals({ keepalive: true, ...(token !== undefined && { token }) }))
