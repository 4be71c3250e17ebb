// The reasons of a conflict of interest in words.

import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { t } from '../i18n/t.ts'

const labels: Readonly<Record<ConflictReason, string>> = {
  'family-or-friend': t('judging.familyOrFriend'),
  work: t('judging.work'),
  teaching: t('judging.teaching'),
  other: t('judging.other'),
}

export const conflictReasonLabel = (reason: ConflictReason | null): string =>
  reason === null ? t('judging.noReason') : labels[reason]
