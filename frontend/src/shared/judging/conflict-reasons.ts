import type { ConflictReason } from '@thirty/contracts/rules/judging/conflicts.ts'
import { t } from './messages/t.ts'

const labels: Readonly<Record<ConflictReason, string>> = {
  'family-or-friend': t('familyOrFriend'),
  work: t('work'),
  teaching: t('teaching'),
  other: t('other'),
}

/** Returns the reason of a conflict of interest in words. */
export const conflictReasonLabel = (reason: ConflictReason | null): string =>
  reason === null ? t('noReason') : labels[reason]
