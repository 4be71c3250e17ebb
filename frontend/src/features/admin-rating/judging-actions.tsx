// Below the form of a rating: how many of the wanted ratings the project has, the button that makes it a calibration project or ends that,
// and the one that declares a conflict of interest.

import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Scale, UserX } from 'lucide-react'
import { changeCalibration, declareConflict } from '../../shared/judging/judging-requests.ts'
import { refreshOwnJudging, formatRatingsOfWanted } from '../../shared/judging/own-judging.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import css from './judging-actions.module.css'

type JudgedProject = NonNullable<OwnJudgingResponse['project']>

export const JudgingActions = ({ project, own }: { project: ProjectCard; own: OwnJudgingResponse }) => {
  const judged = own.project
  if (judged === null) return null
  return (
    <div className={css.actions}>
      {own.wantedRatings > 1 && (
        <p className={css.note}>
          <strong>{formatRatingsOfWanted(judged.ratingCount, own.wantedRatings)}</strong>
          {!judged.isRatedByMe && judged.conflict === null && judged.ratingCount > 0 && (
            <span>{t('adminRating.blindNote')}</span>
          )}
        </p>
      )}
      <Allowed to="run-challenge">
        <CalibrationButton judged={judged} isRateable={project.status !== 'rejected'} />
      </Allowed>
      <Allowed to="review-projects">
        {judged.conflict === null && <DeclareButton project={project} />}
      </Allowed>
    </div>
  )
}

const CalibrationButton = ({ judged, isRateable }: { judged: JudgedProject; isRateable: boolean }) => {
  const { button } = useToastedSubmit(t('adminRating.calibrationFailed'))
  if (!isRateable && !judged.isCalibration) return null
  const change = async () => {
    await changeCalibration(judged.projectId, !judged.isCalibration)
    await refreshOwnJudging()
    toast({
      kind: 'success',
      text: t(judged.isCalibration ? 'adminRating.calibrationRemoved' : 'adminRating.calibrationAdded'),
    })
  }
  const label = t(judged.isCalibration ? 'adminRating.removeFromCalibration' : 'adminRating.addToCalibration')
  return (
    <Button kind="quiet" size="small" icon={<Scale />} {...button(change)}>
      {label}
    </Button>
  )
}

const DeclareButton = ({ project: { user } }: { project: ProjectCard }) => {
  if (user._id === ownUserId()) return null
  return (
    <ConfirmedButton
      kind="quiet"
      size="small"
      icon={<UserX />}
      label={t('common.declareConflict')}
      title={t('adminRating.declareQuestion', { name: formatName(user.fullName) })}
      description={t('adminRating.declareText')}
      failureText={t('common.conflictNotDeclared')}
      run={async () => {
        await declareConflict({ participant: user._id })
        // The button goes with it, and the dialog before that.
        void refreshOwnJudging().then(() => toast({ kind: 'success', text: t('common.conflictDeclared') }))
      }}
    />
  )
}
