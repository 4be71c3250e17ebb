import { Flag, Undo2 } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { endChallenge, undoChallengeEnd } from './api.ts'
import { MomentDialog } from './moment-dialog.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'

/** Sets, moves or undoes the end of the challenge, or ends it now. */
export const ChallengeEndDialog = ({ onClose }: { onClose: () => void }) => {
  const { startsAt, endsAt, ended, isEndSet, timeZone } = useCurrentDay()
  const now = {
    label: t('adminSettings.endNow'),
    icon: <Flag />,
    isDangerous: true,
    title: t('adminSettings.endQuestion'),
    description: t('adminSettings.endNowText'),
    busyText: t('adminSettings.ending'),
  }
  return (
    <MomentDialog
      title={t('adminSettings.endOfChallenge')}
      description={t('adminSettings.endText')}
      hint={t('adminSettings.midnight')}
      failureText={t('adminSettings.endChangeFailed')}
      submitLabel={t(endsAt ? 'adminSettings.moveEnd' : 'adminSettings.setEnd')}
      at={endsAt}
      set={endChallenge}
      undo={isEndSet ? { label: t('common.undo'), icon: <Undo2 />, send: undoChallengeEnd } : undefined}
      now={startsAt !== null && !ended ? now : undefined}
      onChanged={(end) => {
        useCurrentDay.setState({ endsAt: end.endsAt, ended: end.ended, isEndSet: end.isEndSet })
        onClose()
      }}
      onClose={onClose}
    >
      {endsAt && (
        <p className={words.soft}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} />{' '}
          {t(isEndSet ? 'adminSettings.endIsSet' : 'adminSettings.endIsDefault')}
        </p>
      )}
    </MomentDialog>
  )
}
