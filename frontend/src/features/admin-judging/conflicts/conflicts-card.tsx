// Who has a conflict of interest with whom. Reviewers decide about conflicts that they declared for themselves, and admins who run the
// challenge about all.

import { useState } from 'react'
import type { ConflictOfInterest, JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { permissionToChange } from '@thirty/contracts/judging/conflicts.ts'
import { Plus } from 'lucide-react'
import { conflictReasonLabel, withdrawConflict } from '../../../shared/judging/judging-requests.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { judgingData } from '../judging-data.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from '../judging-screen.module.css'

const DeclareConflictDialog = lazyDialog(
  async () => (await import('./declare-conflict-dialog.tsx')).DeclareConflictDialog,
)

export const ConflictsCard = ({ judging: { conflicts, admins } }: { judging: JudgingResponse }) => {
  const [isDeclaring, setIsDeclaring] = useState(false)
  return (
    <SectionCard id="judging-conflicts" title={t('adminJudging.conflicts')} className={css.card}>
      <p className={css.text}>{t('adminJudging.conflictsText')}</p>
      {conflicts.length === 0 ? (
        <p>{t('adminJudging.conflictsNone')}</p>
      ) : (
        <ul className={layout.column} aria-label={t('adminJudging.conflicts')}>
          {conflicts.map((conflict) => (
            <ConflictItem key={`${conflict.admin._id} ${conflict.participant._id}`} {...conflict} />
          ))}
        </ul>
      )}
      <Allowed to="review-projects">
        <div>
          <Button icon={<Plus />} onClick={() => setIsDeclaring(true)}>
            {t('common.declareConflict')}
          </Button>
        </div>
      </Allowed>
      {isDeclaring && <DeclareConflictDialog admins={admins} onClose={() => setIsDeclaring(false)} />}
    </SectionCard>
  )
}

const ConflictItem = ({ admin, participant, reason, at, by }: ConflictOfInterest) => {
  const nameOf = useNameOf()
  const names = { admin: nameOf(admin), participant: nameOf(participant) }
  return (
    <li className={css.item}>
      <div className={css.words}>
        <p>
          {t.rich('adminJudging.conflictOf', {
            ...names,
            strong: (text) => <strong dir="auto">{text}</strong>,
          })}
        </p>
        <p className={css.quiet}>
          <span>{conflictReasonLabel(reason)} · </span>
          <Time at={at} exact="date" />
          {by !== null && by._id !== admin._id && (
            <span> · {t('common.declaredBy', { name: nameOf(by) })}</span>
          )}
        </p>
      </div>
      <Allowed to={admin._id === ownUserId() ? permissionToChange(admin._id, by?._id) : 'run-challenge'}>
        <ConfirmedButton
          size="small"
          label={t('common.remove')}
          aria-label={t('adminJudging.takeBackOf', names)}
          title={t('common.removeConflictQuestion')}
          description={t('adminJudging.takeBackText', names)}
          failureText={t('common.conflictNotRemoved')}
          run={() =>
            withdrawConflict({ admin: admin._id, participant: participant._id }).then(judgingData.refresh)
          }
          doneText={t('common.conflictWithdrawn')}
        />
      </Allowed>
    </li>
  )
}
