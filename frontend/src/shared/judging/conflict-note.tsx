// Says that an admin must not decide about a project because of a conflict of interest.

import type { OwnConflict } from '@thirty/contracts/judging/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { permissionToChange } from '@thirty/contracts/judging/conflicts.ts'
import { UserX } from 'lucide-react'
import { formatName } from '../format/format-name.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { Allowed } from '../team/permissions.tsx'
import { ConfirmedButton } from '../ui/dialog/request-dialog.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Time } from '../ui/display/time.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { toast } from '../ui/feedback/toast-store.ts'
import { conflictReasonLabel } from './conflict-reasons.ts'
import { withdrawConflict } from './judging-requests.ts'
import { refreshOwnJudging } from './own-judging.ts'
import { t } from '../i18n/t.ts'
import css from './conflict-note.module.css'

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
    toast({ kind: 'success', text: t('common.conflictWithdrawn') })
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
        />
      </Allowed>
    </div>
  )
}
