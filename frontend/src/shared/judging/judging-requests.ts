// What keeps the data about judging up to date; the requests with which admins declare conflicts of interest and choose calibration
// projects; and the reasons of a conflict in words.

import type { DeclareConflictRequest } from '@thirty/contracts/judging/api.ts'
import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { request } from '../http/http.ts'
import { reloads, reloadsOn } from '../live/live-data.ts'
import type { LiveDefinition } from '../live/live-types.ts'
import { t } from '../i18n/t.ts'

/** Every figure may change with every rating, so the data about judging is loaded again. Only admins receive the messages. */
export const judgingUpkeep = {
  reloadDelayMs: 500,
  messages: {
    'judging.changed': reloads,
    // A new run begins without ratings and calibration projects.
    ...reloadsOn('options.changed', 'challenge.changed'),
  },
} satisfies Partial<LiveDefinition<unknown>>

/** Declares a conflict of interest with a participant: of this admin, or of the named one. */
export const declareConflict = (body: DeclareConflictRequest) =>
  request('POST', '/api/admin/judging/conflicts', { body })

/** Takes back a conflict of interest of this admin, or of the named one. */
export const withdrawConflict = (body: { participant: string; admin?: string }) =>
  request('DELETE', '/api/admin/judging/conflicts', { body })

/** Asks every reviewer to rate a project first, or no longer. */
export const changeCalibration = (projectId: string, isAdded: boolean) =>
  request(isAdded ? 'PUT' : 'DELETE', '/api/admin/judging/calibration/:projectId', { params: { projectId } })

const labels: Readonly<Record<ConflictReason, string>> = {
  'family-or-friend': t('judging.familyOrFriend'),
  work: t('judging.work'),
  teaching: t('judging.teaching'),
  other: t('judging.other'),
}

export const conflictReasonLabel = (reason: ConflictReason | null): string =>
  reason === null ? t('judging.noReason') : labels[reason]
