// Declares a conflict of interest of this admin with a participant, or of another one if the role allows it.

import { useState } from 'react'
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { conflictReasons, type ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { conflictReasonLabel } from '../../../shared/judging/conflict-reasons.ts'
import { declareConflict } from '../../../shared/judging/judging-requests.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Failure } from '../../../shared/ui/feedback/banner.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Select } from '../../../shared/ui/select/select.tsx'
import { showOwnChange } from '../judging-data.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { ParticipantChoice, type FoundParticipant } from './participant-choice.tsx'
import layout from '../../../shared/styles/layout.module.css'

const none = 'none'
const reasonOptions = [
  { value: none, label: t('adminJudging.noReason') },
  ...conflictReasons.map((value) => ({ value, label: conflictReasonLabel(value) })),
]

type DeclareConflictDialogProps = { admins: JudgingResponse['admins']; onClose: () => void }

export const DeclareConflictDialog = ({ admins, onClose }: DeclareConflictDialogProps) => {
  const own = ownUserId()
  const nameOf = useNameOf()
  const [admin, setAdmin] = useState(own ?? '')
  const [participant, setParticipant] = useState<FoundParticipant>()
  const [reason, setReason] = useState<ConflictReason>()
  const { pending, failure, run, setFailure } = useFormSubmit(t('common.conflictNotDeclared'))
  const others = admins.filter(({ _id }) => _id !== own)

  const submit = async () => {
    if (participant === undefined) return setFailure(t('adminJudging.chooseParticipant'))
    const response = await run(() =>
      declareConflict({
        participant: participant.id,
        ...(admin !== own && { admin }),
        ...(reason !== undefined && { reason }),
      }),
    )
    if (response === undefined) return
    toast({ kind: 'success', text: t('common.conflictDeclared') })
    onClose()
    await showOwnChange()
  }

  return (
    <Dialog
      onClose={() => !pending && onClose()}
      title={t('adminJudging.declareTitle')}
      description={t('adminJudging.declareText')}
      width={520}
    >
      <form
        className={layout.stack16}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Allowed to="run-challenge">
          <Select
            label={t('common.admin')}
            options={[
              ...(own === undefined ? [] : [{ value: own, label: t('adminJudging.myself') }]),
              ...others.map((other) => ({ value: other._id, label: nameOf(other) })),
            ]}
            value={admin}
            onValueChange={setAdmin}
          />
        </Allowed>
        <ParticipantChoice chosen={participant} onChoose={setParticipant} />
        <Select
          label={t('common.reason')}
          options={reasonOptions}
          value={reason ?? none}
          onValueChange={(next) => setReason(conflictReasons.find((one) => one === next))}
        />
        <Failure text={failure} />
        <Button type="submit" kind="primary" busy={pending} busyText={t('adminJudging.declaring')}>
          {t('adminJudging.declareNow')}
        </Button>
      </form>
    </Dialog>
  )
}
