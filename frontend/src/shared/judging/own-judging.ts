// What screens for judging show of this admin: conflicts of interest and calibration. Also how many of the wanted ratings a project has.

import type { OwnConflict, OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import { request } from '../http/http.ts'
import { liveData, reloads, reloadsOn, useLiveData, useLivePart } from '../live/live-data.ts'
import { t } from '../i18n/t.ts'

/**
 * This admin's conflicts of interest and progress in calibration; with the id of a project as key, also whether they have rated it or
 * may not. Only admins receive the messages.
 */
const ownJudging = liveData<OwnJudgingResponse, string | undefined>({
  load: (projectId, signal) =>
    request('GET', '/api/admin/judging/mine', {
      query: projectId === undefined ? {} : { project: projectId },
      signal,
    }),
  reloadDelayMs: 500,
  messages: {
    'judging.changed': reloads,
    'options.changed': reloadsOn('options'),
    // A new run begins without calibration projects.
    'challenge.changed': reloadsOn('challenge'),
  },
})

/** Loads it again after a change by this admin, without waiting for the message about it. */
export const refreshOwnJudging = ownJudging.refresh

/** Returns what is known about a project, or about the admin alone; undefined until it is loaded. */
export const useOwnJudging = (projectId?: string): OwnJudgingResponse | undefined =>
  useLiveData(ownJudging, projectId).data

/** Returns this admin's conflict of interest with a participant, as far as it is loaded. The server refuses what it forbids. */
export const conflictWith = (participant: string): OwnConflict | undefined =>
  ownJudging
    .at()
    .getState()
    .data?.conflicts.find((conflict) => conflict.participant === participant)

/** `conflictWith` for a component, which loads and follows the conflicts. */
export const useConflictWith = (participant: string): OwnConflict | undefined =>
  useLivePart(ownJudging, undefined, () => conflictWith(participant))

/** Returns how many of the wanted ratings a project has, as text. */
export const formatRatingsOfWanted = (count: number, wanted: number): string =>
  count > wanted
    ? t('judging.ratingsAboveWanted', { count, wanted })
    : t('judging.ratingsOfWanted', { count, wanted })
