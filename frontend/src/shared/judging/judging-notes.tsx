// What reviewers are told on a project: that a conflict of interest forbids a decision, and that they rate the calibration projects first.

import type { OwnConflict } from '@thirty/contracts/judging/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { permissionToChange } from '@thirty/contracts/judging/conflicts.ts'
import { UserX } from 'lucide-react'
import { formatName } from '../format/format-name.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { Allowed, useMay } from '../team/permissions.tsx'
import { ConfirmedButton } from '../ui/dialog/request-dialog.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Time } from '../ui/display/time.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { conflictReasonLabel, withdrawConflict } from './judging-requests.ts'
import { refreshOwnJudging, useOwnJudging } from './own-judging.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../navigation/router.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import css from './judging-notes.module.css'

/** Marks a project that this admin must not decide about. */
export const ConflictBadge = () => (
  <Badge tone="warning" icon={<UserX />}>
    {t('judging.conflictBadge')}
  </Badge>
)

/** Takes the place of decisions about a project that a conflict of interest forbids. Who declared it themselves can take it back. */
export const ConflictNote = ({
  user,
  conflict: { reason, at, by },
}: {
  user: ProjectCard['user']
  conflict: Omit<OwnConflict, 'participant'>
}) => {
  const name = useNameOf()(user)
  const me = ownUserId() ?? ''
  const takeBack = async () => {
    await withdrawConflict({ participant: user._id })
    await refreshOwnJudging()
  }
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
          run={takeBack}
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
      action={
        next !== projectId && (
          <ButtonLink to={paths.admin.rateProject(next)} size="small">
            {t('judging.openNext')}
          </ButtonLink>
        )
      }
    >
      {t('judging.calibrationProgress', { rated, total })}
    </Banner>
  )
}
