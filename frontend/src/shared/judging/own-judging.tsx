// What judging means for this admin: conflicts of interest and calibration, as live data, and what projects say about them: that a conflict
// forbids a decision, and that reviewers rate the calibration projects first. Also how many of the wanted ratings a project has.

import type { OwnConflict, OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { permissionToChange } from '@thirty/contracts/judging/conflicts.ts'
import { useStore } from 'zustand'
import { request } from '../http/http.ts'
import { liveData, useLiveData } from '../live/live-data.ts'
import { t, formatName } from '../i18n/t.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { Allowed, useMay } from '../team/permissions.tsx'
import { ConfirmedButton } from '../ui/dialog/dialog.tsx'
import { Banner } from '../ui/display/surfaces.tsx'
import { Time } from '../ui/display/time.tsx'
import { conflictReasonLabel, judgingUpkeep, withdrawConflict } from './judging-requests.ts'
import { paths } from '../navigation/router.ts'
import css from './own-judging.module.css'

/**
 * This admin's conflicts of interest and progress in calibration; with the id of a project as key, also whether they have rated it or
 * may not.
 */
export const ownJudging = liveData<OwnJudgingResponse, string | undefined>({
  load: (projectId, signal) =>
    request('GET', '/api/admin/judging/mine', { query: { project: projectId }, signal }),
  ...judgingUpkeep,
})

/** Returns what is known about a project, or about the admin alone; undefined until it is loaded. */
export const useOwnJudging = (projectId?: string): OwnJudgingResponse | undefined =>
  useLiveData(ownJudging, projectId).data

/** Returns this admin's conflict of interest with a participant, as far as it is loaded. The server refuses what it forbids. */
export function conflictWith(participant: string): OwnConflict | undefined {
  const { data } = ownJudging.at().getState()
  return data?.conflicts.find((conflict) => conflict.participant === participant)
}

/** `conflictWith` for a component, which loads and follows the conflicts. */
export const useConflictWith = (participant: string): OwnConflict | undefined =>
  useStore(ownJudging.at(), () => conflictWith(participant))

/** Returns how many of the wanted ratings a project has, as text. */
export const formatRatingsOfWanted = (count: number, wanted: number): string =>
  t(count > wanted ? 'judging.ratingsAboveWanted' : 'judging.ratingsOfWanted', { count, wanted })

type ConflictNoteProps = { user: ProjectCard['user']; conflict: Omit<OwnConflict, 'participant'> }

/** Takes the place of decisions about a project that a conflict of interest forbids. Who declared it themselves can take it back. */
export const ConflictNote = ({ user, conflict: { reason, at, by } }: ConflictNoteProps) => {
  const name = useNameOf()(user)
  const me = ownUserId() ?? ''
  return (
    <div className={css.conflict}>
      <Banner kind="warning" title={t('judging.conflictTitle')}>
        {t('judging.conflictText', { name })}
      </Banner>
      <p>
        <span>{conflictReasonLabel(reason)} · </span>
        <Time at={at} exact="date" />
        {by !== null && by._id !== me && (
          <span> · {t('common.declaredBy', { name: formatName(by.name) })}</span>
        )}
      </p>
      <Allowed to={permissionToChange(me, by?._id)}>
        <ConfirmedButton
          size="small"
          label={t('common.remove')}
          title={t('common.removeConflictQuestion')}
          description={t('judging.takeBackText', { name })}
          failureText={t('common.conflictNotRemoved')}
          run={() => ownJudging.after(withdrawConflict({ participant: user._id }))}
          doneText={t('common.conflictWithdrawn')}
        />
      </Allowed>
    </div>
  )
}

/** Asks the admin to rate the calibration projects first, and says how far they are. Nothing once all are rated. */
export const CalibrationBanner = ({ projectId }: { projectId?: string }) => {
  const { rated, total, next } = useOwnJudging(projectId)?.calibration ?? { rated: 0, total: 0, next: null }
  const mayRate = useMay('review-projects')
  if (next === null || !mayRate) return null
  return (
    <Banner
      kind="info"
      title={t('judging.calibrationFirst')}
      link={next !== projectId && { to: paths.admin.rateProject(next), children: t('judging.openNext') }}
    >
      {t('judging.calibrationProgress', { rated, total })}
    </Banner>
  )
}
