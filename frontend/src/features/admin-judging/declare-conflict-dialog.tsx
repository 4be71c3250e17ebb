// The dialog that declares a conflict of interest of an admin with a participant, whom a search finds: of this admin, or of any if the role
// allows it.

import { useState } from 'react'
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { conflictReasons, type ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { conflictReasonLabel, declareConflict } from '../../shared/judging/judging-requests.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Failure } from '../../shared/ui/display/surfaces.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Select } from '../../shared/ui/select/select.tsx'
import { judgingData } from './judging-data.ts'
import { FindParticipant, nameAndUsername } from '../../shared/people/find-participant.tsx'
import { useNameOf } from '../../shared/people/people.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './judging-screen.module.css'

const reasonOptions = [undefined, ...conflictReasons].map((value) => ({
  value,
  label: value === undefined ? t('adminJudging.noReason') : conflictReasonLabel(value),
}))

type DeclareConflictDialogProps = { admins: JudgingResponse['admins']; onClose: () => void }

export const DeclareConflictDialog = ({ admins, onClose }: DeclareConflictDialogProps) => {
  const own = ownUserId()
  const nameOf = useNameOf()
  const [admin, setAdmin] = useState(own)
  const [participant, setParticipant] = useState<Person>()
  const [reason, setReason] = useState<ConflictReason>()
  const { pending, failure, button, setFailure } = useFormSubmit(t('common.conflictNotDeclared'))
  const others = admins.filter(({ _id }) => _id !== own)

  const submit = async () => {
    if (participant === undefined) return setFailure(t('adminJudging.chooseParticipant'))
    const body = { participant: participant._id, admin: admin === own ? undefined : admin, reason }
    await declareConflict(body)
    toast({ kind: 'success', text: t('common.conflictDeclared') })
    onClose()
    await judgingData.refresh()
  }

  return (
    <Dialog
      onClose={() => !pending && onClose()}
      title={t('adminJudging.declareTitle')}
      description={t('adminJudging.declareText')}
      width={520}
    >
      <div className={layout.stack16}>
        <Allowed to="run-challenge">
          <Select
            label={t('common.admin')}
            options={[
              { value: own, label: t('adminJudging.myself') },
              ...others.map((other) => ({ value: other._id, label: nameOf(other) })),
            ]}
            value={admin}
            onValueChange={setAdmin}
          />
        </Allowed>
        <div className={layout.stack8}>
          <FindParticipant
            label={t('adminJudging.participant')}
            labelHidden={false}
            placeholder={t('adminJudging.participantHint')}
          >
            {(found) => (
              <li key={found._id}>
                <Button
                  kind="quiet"
                  aria-pressed={found._id === participant?._id}
                  onClick={() => setParticipant(found)}
                >
                  <bdi>{formatName(found.fullName)}</bdi>
                  {found.username !== null && <span className={css.quiet}>{` @${found.username}`}</span>}
                </Button>
              </li>
            )}
          </FindParticipant>
          <p role="status">
            {participant &&
              t('adminJudging.chosen', {
                name: nameAndUsername({ name: participant.fullName, username: participant.username }),
              })}
          </p>
        </div>
        <Select label={t('common.reason')} options={reasonOptions} value={reason} onValueChange={setReason} />
        <Failure text={failure} />
        <Button kind="primary" busyText={t('adminJudging.declaring')} {...button(submit)}>
          {t('adminJudging.declareNow')}
        </Button>
      </div>
    </Dialog>
  )
}
