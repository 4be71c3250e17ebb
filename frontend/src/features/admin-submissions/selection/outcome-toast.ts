// Approves the selected submissions, and says in a toast what happened to each.

import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'
import { reviewErrorMessage } from '../review/review-with-toast.tsx'
import { outcomeSentences } from './outcome-sentences.tsx'
import { reviewSelected } from './review-selected.ts'

/**
 * Says what happened to the selected submissions. The message stays if one of them was not reviewed, and offers to show each of those
 * with `showEach`.
 */
export function showOutcomes(
  outcomes: readonly ReviewOutcome[],
  status: ReviewRequest['status'],
  showEach: (others: readonly ReviewOutcome[]) => void,
): void {
  const others = outcomes.filter(({ outcome }) => outcome !== 'reviewed')
  toast({
    kind: others.length === 0 ? 'success' : 'error',
    text: outcomeSentences(outcomes, { status, ownId: ownUserId() }),
    ...(others.length > 0 && {
      action: { label: t('adminSubmissions.showEach'), onPress: () => showEach(others) },
    }),
  })
}

/** Approves the selected submissions; a failure is shown in a toast that offers a retry. */
export async function approveSelectedWithToast(
  retry: () => void,
  showEach: (others: readonly ReviewOutcome[]) => void,
): Promise<void> {
  try {
    showOutcomes(await reviewSelected({ status: 'approved' }), 'approved', showEach)
  } catch (error) {
    toast({
      id: 'approve-selected',
      kind: 'error',
      text: reviewErrorMessage(error, 'approved'),
      action: { label: t('common.retry'), onPress: retry },
    })
  }
}
