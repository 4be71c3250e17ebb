// What somebody did to a project after the admin had opened it: a sentence, and the dialog that shows it beside the admin's own decision,
// which was refused. A new version and another rating leave a choice; another review does not.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ReactNode } from 'react'
import { AlertDialog } from '../ui/dialog/dialog.tsx'
import { t, formatName, formatScore } from '../i18n/t.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { DescriptionList } from '../ui/display/surfaces.tsx'
import { Time } from '../ui/display/time.tsx'
import css from './later-change.module.css'

type LaterChangeDialogProps = {
  projectName: string
  change: LaterChange
  /** The decision that was refused. */
  decision: Decision
  /** Decides again, about the project as it is now. */
  onDecideAgain: () => void
  /** Closes the dialog and shows the project as it is now. */
  onView: () => void
  onClose: () => void
}

export const LaterChangeDialog = ({ change, decision, ...props }: LaterChangeDialogProps) => {
  const { what, reason } = change
  const { onView } = props
  const isFinal = what === 'approved' || what === 'rejected'
  return (
    <AlertDialog
      onClose={isFinal ? props.onClose : onView}
      title={titleOf(change, formatName(props.projectName))}
      description={t('reviews.notSaved')}
      cancelLabel={t(isFinal ? 'common.close' : 'reviews.lookFirst')}
      confirmLabel={isFinal ? t('reviews.viewProject') : againLabel(change, decision)}
      onConfirm={isFinal ? onView : props.onDecideAgain}
    >
      <DescriptionList
        className={css.both}
        entries={[
          [t('reviews.meanwhile'), withReason(<LaterChangeSentence change={change} />, reason), css.side],
          [t('reviews.yours'), withReason(decisionText(decision), decision.reason), css.side],
        ]}
      />
      <p className={css.note}>{consequences[what]}</p>
    </AlertDialog>
  )
}

type Decision = Pick<LaterChange, 'reason' | 'average'> & { what: 'approved' | 'rejected' | 'rated' }

const withReason = (text: ReactNode, reason: string | undefined) => (
  <>
    <span>{text}</span>
    {reason && <span className={css.reason}>{t.rich('reviews.reasonWas', { reason })}</span>}
  </>
)

function titleOf({ what }: LaterChange, project: string): string {
  if (what === 'rated') return t('reviews.ratedMeanwhile', { project })
  return t(what === 'revised' ? 'reviews.changedMeanwhile' : 'reviews.decidedMeanwhile', { project })
}

function decisionText({ what, average = 0 }: Decision): string {
  if (what === 'rated') return t('reviews.rateWith', { score: formatScore(average) })
  return t(what === 'approved' ? 'common.approve' : 'common.reject')
}

function againLabel(change: LaterChange, { what }: Decision): string {
  if (what === 'rated') return t(change.what === 'rated' ? 'reviews.rateToo' : 'reviews.rateNew')
  return t(what === 'approved' ? 'reviews.approveNew' : 'reviews.rejectNew')
}

const consequences: Readonly<Record<LaterChange['what'], string>> = {
  approved: t('reviews.approvedIsFinal'),
  rejected: t('reviews.rejectedIsFinal'),
  rated: t('reviews.bothCount'),
  revised: t('reviews.revisedNeedsLook'),
}

type Told = Pick<LaterChange, 'what' | 'by' | 'byName' | 'byUsername' | 'at' | 'average'>

/** The person who changed or reviewed a project. */
export const authorOf = ({ by, byName, byUsername }: Pick<Told, 'by' | 'byName' | 'byUsername'>) => ({
  id: by,
  name: byName,
  username: byUsername,
})

export const LaterChangeSentence = ({ change }: { change: Told }) => {
  const { what, by, at, average = 0 } = change
  const values = { name: useNameOf()(authorOf(change)), time: () => <Time at={at} /> }
  const isOwn = by === ownUserId()
  switch (what) {
    case 'approved':
      return t.rich(isOwn ? 'reviews.youApproved' : 'reviews.approvedBy', values)
    case 'rejected':
      return t.rich(isOwn ? 'reviews.youRejected' : 'reviews.rejectedBy', values)
    case 'rated':
      return t.rich('reviews.ratedBy', { ...values, score: formatScore(average) })
    case 'revised':
      return t.rich('reviews.revisedBy', values)
  }
}
