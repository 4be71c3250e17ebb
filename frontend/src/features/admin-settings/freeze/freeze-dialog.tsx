import { Snowflake } from 'lucide-react'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { cancelFreeze, freezeLeaderboard } from '../api.ts'
import { MomentDialog } from '../moment-dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'

/** Freezes the leaderboard now or at a later time; moves or cancels a freeze that has not begun. */
export const FreezeDialog = ({ onClose }: { onClose: () => void }) => {
  const { frozenAt } = useCurrentDay()
  return (
    <MomentDialog
      title={t('adminSettings.freezeLeaderboard')}
      description={t('adminSettings.freezeText')}
      hint={t('adminSettings.beforeEnd')}
      failureText={t('adminSettings.freezeFailed')}
      submitLabel={t(frozenAt === null ? 'adminSettings.scheduleFreeze' : 'adminSettings.moveFreeze')}
      at={frozenAt}
      set={freezeLeaderboard}
      undo={frozenAt === null ? undefined : { label: t('adminSettings.cancelFreeze'), send: cancelFreeze }}
      now={{
        label: t('adminSettings.freezeNow'),
        icon: <Snowflake />,
        title: t('adminSettings.freezeQuestion'),
        description: t('adminSettings.freezeNowText'),
        busyText: t('adminSettings.freezing'),
      }}
      onChanged={(freeze) => {
        useCurrentDay.setState({ frozenAt: freeze.frozenAt, frozen: freeze.frozen })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
