// What somebody did to a project after the admin had opened it: a sentence, and the dialog that shows it beside the admin's own decision,
// which was refused. A new version and another rating leave a choice; another review does not.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ReactNode } from 'react'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { t, formatName, formatScore } from '../i18n/t.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { Time } from '../ui/display/time.tsx'
import css from './later-change.module.css'

/** The decision that was refused. */
type RefusedDecision =
  | { kind: 'approve' }
  | { kind: 'reject'; reason?: string | undefined }
  | { kind: 'rate'; average: number }

export const LaterChangeDialog = ({
  projectName: project,
  change,
  decision,
  onDecideAgain,
  onView,
  onClose,
}: {
  projectName: string
  change: LaterChange
  decision: RefusedDecision
  /** Decides again, about the project as it is now. */
  onDecideAgain: () => void
  /** Closes the dialog and shows the project as it is now. */
  onView: () => void
  onClose: () => void
}) => {
  const isFinal = change.what === 'approved' || change.what === 'rejected'
  return (
    <AlertDialog
      onClose={isFinal ? onClose : onView}
      title={titleOf(change, formatName(project))}
      description={t('reviews.notSaved')}
      cancelLabel={t(isFinal ? 'common.close' : 'reviews.lookFirst')}
      confirmLabel={isFinal ? t('reviews.viewProject') : againLabel(change, decision)}
      onConfirm={isFinal ? onView : onDecideAgain}
    >
      <dl className={css.both}>
        <Side title={t('reviews.meanwhile')}>
          <LaterChangeSentence change={change} />
          {change.reason !== undefined && <Reason text={change.reason} />}
        </Side>
        <Side title={t('reviews.yours')}>
          {decisionText(decision)}
          {decision.kind === 'reject' && decision.reason && <Reason text={decision.reason} />}
        </Side>
      </dl>
      <p className={css.note}>{consequences[change.what]}</p>
    </AlertDialog>
  )
}

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.side}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Reason = ({ text }: { text: string }) => (
  <span className={css.reason}>{t.rich('reviews.reasonWas', { reason: text })}</span>
)

function titleOf({ what }: LaterChange, project: string): string {
  if (what === 'rated') return t('reviews.ratedMeanwhile', { project })
  return t(what === 'revised' ? 'reviews.changedMeanwhile' : 'reviews.decidedMeanwhile', { project })
}

function decisionText(decision: RefusedDecision): string {
  if (decision.kind === 'rate') return t('reviews.rateWith', { score: formatScore(decision.average) })
  return t(decision.kind === 'approve' ? 'common.approve' : 'common.reject')
}

function againLabel({ what }: LaterChange, { kind }: RefusedDecision): string {
  if (kind === 'rate') return t(what === 'rated' ? 'reviews.rateToo' : 'reviews.rateNew')
  return t(kind === 'approve' ? 'reviews.approveNew' : 'reviews.rejectNew')
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
  const { what, by, at, average } = change
  const values = { name: useNameOf()(authorOf(change)), time: () => <Time at={at} /> }
  const isOwn = by === ownUserId()
  switch (what) {
    case 'approved':
      return isOwn ? t.rich('reviews.youApproved', values) : t.rich('reviews.approvedBy', values)
    case 'rejected':
      return isOwn ? t.rich('reviews.youRejected', values) : t.rich('reviews.rejectedBy', values)
    case 'rated':
      return t.rich('reviews.ratedBy', { ...values, score: formatScore(average ?? 0) })
    case 'revised':
      return t.rich('reviews.revisedBy', values)
  }
}
