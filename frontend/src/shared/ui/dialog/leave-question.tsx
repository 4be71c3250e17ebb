import { useBlocker } from '../../navigation/router.ts'
import { useSession } from '../../session/session.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { t } from '../../i18n/t.ts'

/** Asks before another screen takes the place of one with a rating that was not submitted. Leaving does not lose it. */
export const LeaveQuestion = ({ asks }: { asks: boolean }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asks && currentLocation.pathname !== nextLocation.pathname && hasSession(),
  )
  return (
    blocker.state === 'blocked' && (
      <AlertDialog
        title={t('ui.leaveQuestion')}
        description={t('ui.ratingStays')}
        confirmLabel={t('common.leave')}
        onClose={() => blocker.reset()}
        onConfirm={() => blocker.proceed()}
      />
    )
  )
}

/** Without a session the login takes the place of the screen, and the screen comes back after it. */
const hasSession = (): boolean => 'user' in useSession.getState().session
